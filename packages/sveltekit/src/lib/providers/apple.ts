export * from '@gatehouse/core/providers/apple'
export { default } from '@gatehouse/core/providers/apple'
