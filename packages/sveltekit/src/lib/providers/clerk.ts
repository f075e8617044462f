export * from '@authwright/core/providers/clerk'
export { default } from '@authwright/core/providers/clerk'
