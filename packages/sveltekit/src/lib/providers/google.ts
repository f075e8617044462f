export * from '@gatehouse/core/providers/google'
export { default } from '@gatehouse/core/providers/google'
