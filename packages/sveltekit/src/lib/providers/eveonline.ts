export * from '@authwright/core/providers/eveonline'
export { default } from '@authwright/core/providers/eveonline'
