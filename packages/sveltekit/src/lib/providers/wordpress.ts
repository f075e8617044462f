export * from '@gatehouse/core/providers/wordpress'
export { default } from '@gatehouse/core/providers/wordpress'
