export * from '@authwright/core/providers/workos'
export { default } from '@authwright/core/providers/workos'
