export * from '@authwright/core/providers/asgardeo'
export { default } from '@authwright/core/providers/asgardeo'
