export * from '@authwright/core/providers/okta'
export { default } from '@authwright/core/providers/okta'
