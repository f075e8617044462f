export * from '@gatehouse/core/providers/twitter'
export { default } from '@gatehouse/core/providers/twitter'
