export * from '@gatehouse/core/providers/identity-server4'
export { default } from '@gatehouse/core/providers/identity-server4'
