export * from '@gatehouse/core/providers/eveonline'
export { default } from '@gatehouse/core/providers/eveonline'
