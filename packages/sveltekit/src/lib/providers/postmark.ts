export * from '@authwright/core/providers/postmark'
export { default } from '@authwright/core/providers/postmark'
