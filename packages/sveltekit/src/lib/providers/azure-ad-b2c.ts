export * from '@gatehouse/core/providers/azure-ad-b2c'
export { default } from '@gatehouse/core/providers/azure-ad-b2c'
