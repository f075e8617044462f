export * from '@authwright/core/providers/salesforce'
export { default } from '@authwright/core/providers/salesforce'
