export * from '@gatehouse/core/providers/azure-devops'
export { default } from '@gatehouse/core/providers/azure-devops'
