export * from '@authwright/core/providers/mailchimp'
export { default } from '@authwright/core/providers/mailchimp'
