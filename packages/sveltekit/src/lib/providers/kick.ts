export * from '@gatehouse/core/providers/kick'
export { default } from '@gatehouse/core/providers/kick'
