export * from '@gatehouse/core/providers/fusionauth'
export { default } from '@gatehouse/core/providers/fusionauth'
