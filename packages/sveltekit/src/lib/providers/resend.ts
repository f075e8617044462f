export * from '@authwright/core/providers/resend'
export { default } from '@authwright/core/providers/resend'
