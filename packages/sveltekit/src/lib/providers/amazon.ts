export * from '@gatehouse/core/providers/amazon'
export { default } from '@gatehouse/core/providers/amazon'
