export * from '@gatehouse/core/providers/hubspot'
export { default } from '@gatehouse/core/providers/hubspot'
