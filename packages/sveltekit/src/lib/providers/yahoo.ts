export * from '@authwright/core/providers/yahoo'
export { default } from '@authwright/core/providers/yahoo'
