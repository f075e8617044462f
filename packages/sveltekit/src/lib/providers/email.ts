export * from '@gatehouse/core/providers/email'
export { default } from '@gatehouse/core/providers/email'
