export * from '@authwright/core/providers/twitter'
export { default } from '@authwright/core/providers/twitter'
