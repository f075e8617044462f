export * from '@gatehouse/core/providers/netsuite'
export { default } from '@gatehouse/core/providers/netsuite'
