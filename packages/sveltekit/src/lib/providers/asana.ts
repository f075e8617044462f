export * from '@gatehouse/core/providers/asana'
export { default } from '@gatehouse/core/providers/asana'
