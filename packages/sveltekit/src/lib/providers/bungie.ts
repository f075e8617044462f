export * from '@gatehouse/core/providers/bungie'
export { default } from '@gatehouse/core/providers/bungie'
