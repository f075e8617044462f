export * from '@gatehouse/core/providers/resend'
export { default } from '@gatehouse/core/providers/resend'
