export * from '@authwright/core/providers/mailgun'
export { default } from '@authwright/core/providers/mailgun'
