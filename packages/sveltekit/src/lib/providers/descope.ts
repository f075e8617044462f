export * from '@gatehouse/core/providers/descope'
export { default } from '@gatehouse/core/providers/descope'
