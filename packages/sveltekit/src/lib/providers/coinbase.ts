export * from '@gatehouse/core/providers/coinbase'
export { default } from '@gatehouse/core/providers/coinbase'
