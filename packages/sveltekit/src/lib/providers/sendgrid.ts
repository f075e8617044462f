export * from '@authwright/core/providers/sendgrid'
export { default } from '@authwright/core/providers/sendgrid'
