export * from '@gatehouse/core/providers/asgardeo'
export { default } from '@gatehouse/core/providers/asgardeo'
