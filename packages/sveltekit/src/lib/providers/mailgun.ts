export * from '@gatehouse/core/providers/mailgun'
export { default } from '@gatehouse/core/providers/mailgun'
