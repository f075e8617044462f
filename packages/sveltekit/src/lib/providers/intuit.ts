export * from '@authwright/core/providers/intuit'
export { default } from '@authwright/core/providers/intuit'
