export * from '@gatehouse/core/providers/okta'
export { default } from '@gatehouse/core/providers/okta'
