export * from '@authwright/core/providers/concept2'
export { default } from '@authwright/core/providers/concept2'
