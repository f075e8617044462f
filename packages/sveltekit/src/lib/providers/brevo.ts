export * from '@gatehouse/core/providers/brevo'
export { default } from '@gatehouse/core/providers/brevo'
