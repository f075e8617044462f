export * from '@authwright/core/providers/xero'
export { default } from '@authwright/core/providers/xero'
