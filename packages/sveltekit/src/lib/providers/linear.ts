export * from '@authwright/core/providers/linear'
export { default } from '@authwright/core/providers/linear'
