export * from '@authwright/core/providers/brevo'
export { default } from '@authwright/core/providers/brevo'
