export * from '@gatehouse/core/providers/mailersend'
export { default } from '@gatehouse/core/providers/mailersend'
