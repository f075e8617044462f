export * from '@gatehouse/core/providers/microsoft-entra-id'
export { default } from '@gatehouse/core/providers/microsoft-entra-id'
