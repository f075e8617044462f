export * from '@authwright/core/providers/azure-ad'
export { default } from '@authwright/core/providers/azure-ad'
