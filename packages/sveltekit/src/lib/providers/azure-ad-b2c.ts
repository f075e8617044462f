export * from '@authwright/core/providers/azure-ad-b2c'
export { default } from '@authwright/core/providers/azure-ad-b2c'
