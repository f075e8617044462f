export * from '@authwright/core/providers/github'
export { default } from '@authwright/core/providers/github'
