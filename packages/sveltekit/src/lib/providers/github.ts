export * from '@gatehouse/core/providers/github'
export { default } from '@gatehouse/core/providers/github'
