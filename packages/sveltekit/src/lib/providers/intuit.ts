export * from '@gatehouse/core/providers/intuit'
export { default } from '@gatehouse/core/providers/intuit'
