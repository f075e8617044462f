export * from '@gatehouse/core/providers/pinterest'
export { default } from '@gatehouse/core/providers/pinterest'
