export * from '@authwright/core/providers/apple'
export { default } from '@authwright/core/providers/apple'
