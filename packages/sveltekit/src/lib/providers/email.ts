export * from '@authwright/core/providers/email'
export { default } from '@authwright/core/providers/email'
