export * from '@gatehouse/core/providers/yahoo'
export { default } from '@gatehouse/core/providers/yahoo'
