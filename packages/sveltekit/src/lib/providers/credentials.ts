export * from '@authwright/core/providers/credentials'
export { default } from '@authwright/core/providers/credentials'
