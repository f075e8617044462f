export * from '@authwright/core/providers/frontegg'
export { default } from '@authwright/core/providers/frontegg'
