export * from '@authwright/core/providers/coinbase'
export { default } from '@authwright/core/providers/coinbase'
