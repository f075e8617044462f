export * from '@gatehouse/core/providers/clerk'
export { default } from '@gatehouse/core/providers/clerk'
