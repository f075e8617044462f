export * from '@gatehouse/core/providers/facebook'
export { default } from '@gatehouse/core/providers/facebook'
