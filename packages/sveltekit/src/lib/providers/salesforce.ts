export * from '@gatehouse/core/providers/salesforce'
export { default } from '@gatehouse/core/providers/salesforce'
