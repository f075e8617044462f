export * from '@gatehouse/core/providers/mailru'
export { default } from '@gatehouse/core/providers/mailru'
