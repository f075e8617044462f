export * from '@authwright/core/providers/hubspot'
export { default } from '@authwright/core/providers/hubspot'
