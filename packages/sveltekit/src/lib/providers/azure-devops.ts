export * from '@authwright/core/providers/azure-devops'
export { default } from '@authwright/core/providers/azure-devops'
