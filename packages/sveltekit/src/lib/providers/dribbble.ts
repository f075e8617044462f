export * from '@authwright/core/providers/dribbble'
export { default } from '@authwright/core/providers/dribbble'
