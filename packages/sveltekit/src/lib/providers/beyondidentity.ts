export * from '@gatehouse/core/providers/beyondidentity'
export { default } from '@gatehouse/core/providers/beyondidentity'
