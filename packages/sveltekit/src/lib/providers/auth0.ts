export * from '@gatehouse/core/providers/auth0'
export { default } from '@gatehouse/core/providers/auth0'
