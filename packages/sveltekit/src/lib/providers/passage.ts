export * from '@authwright/core/providers/passage'
export { default } from '@authwright/core/providers/passage'
