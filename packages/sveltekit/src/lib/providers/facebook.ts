export * from '@authwright/core/providers/facebook'
export { default } from '@authwright/core/providers/facebook'
