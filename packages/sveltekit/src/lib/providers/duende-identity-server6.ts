export * from '@gatehouse/core/providers/duende-identity-server6'
export { default } from '@gatehouse/core/providers/duende-identity-server6'
