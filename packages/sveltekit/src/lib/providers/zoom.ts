export * from '@gatehouse/core/providers/zoom'
export { default } from '@gatehouse/core/providers/zoom'
