export * from '@authwright/core/providers/netsuite'
export { default } from '@authwright/core/providers/netsuite'
