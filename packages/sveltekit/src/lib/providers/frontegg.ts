export * from '@gatehouse/core/providers/frontegg'
export { default } from '@gatehouse/core/providers/frontegg'
