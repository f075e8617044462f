export * from '@authwright/core/providers/google'
export { default } from '@authwright/core/providers/google'
