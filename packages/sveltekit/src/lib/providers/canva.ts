export * from '@authwright/core/providers/canva'
export { default } from '@authwright/core/providers/canva'
