export * from '@gatehouse/core/providers/linkedin'
export { default } from '@gatehouse/core/providers/linkedin'
