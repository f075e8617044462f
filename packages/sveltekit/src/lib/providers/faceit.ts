export * from '@gatehouse/core/providers/faceit'
export { default } from '@gatehouse/core/providers/faceit'
