export * from '@authwright/core/providers/keycloak'
export { default } from '@authwright/core/providers/keycloak'
