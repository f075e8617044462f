export * from '@gatehouse/core/providers/sendgrid'
export { default } from '@gatehouse/core/providers/sendgrid'
