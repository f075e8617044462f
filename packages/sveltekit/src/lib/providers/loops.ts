export * from '@authwright/core/providers/loops'
export { default } from '@authwright/core/providers/loops'
