export * from '@authwright/core/providers/duende-identity-server6'
export { default } from '@authwright/core/providers/duende-identity-server6'
