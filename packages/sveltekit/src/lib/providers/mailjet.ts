export * from '@authwright/core/providers/mailjet'
export { default } from '@authwright/core/providers/mailjet'
