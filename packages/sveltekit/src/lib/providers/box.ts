export * from '@authwright/core/providers/box'
export { default } from '@authwright/core/providers/box'
