export * from '@authwright/core/providers/medium'
export { default } from '@authwright/core/providers/medium'
