export * from '@gatehouse/core/providers/mailchimp'
export { default } from '@gatehouse/core/providers/mailchimp'
