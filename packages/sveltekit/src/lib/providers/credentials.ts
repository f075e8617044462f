export * from '@gatehouse/core/providers/credentials'
export { default } from '@gatehouse/core/providers/credentials'
