export * from '@authwright/core/providers/microsoft-entra-id'
export { default } from '@authwright/core/providers/microsoft-entra-id'
