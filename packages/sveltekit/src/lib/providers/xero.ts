export * from '@gatehouse/core/providers/xero'
export { default } from '@gatehouse/core/providers/xero'
