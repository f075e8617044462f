export * from '@authwright/core/providers/auth0'
export { default } from '@authwright/core/providers/auth0'
