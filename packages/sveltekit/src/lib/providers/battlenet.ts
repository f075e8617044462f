export * from '@authwright/core/providers/battlenet'
export { default } from '@authwright/core/providers/battlenet'
