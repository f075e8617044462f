export * from '@gatehouse/core/providers/keycloak'
export { default } from '@gatehouse/core/providers/keycloak'
