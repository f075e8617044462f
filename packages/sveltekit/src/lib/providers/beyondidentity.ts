export * from '@authwright/core/providers/beyondidentity'
export { default } from '@authwright/core/providers/beyondidentity'
