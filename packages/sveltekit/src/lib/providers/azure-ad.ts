export * from '@gatehouse/core/providers/azure-ad'
export { default } from '@gatehouse/core/providers/azure-ad'
