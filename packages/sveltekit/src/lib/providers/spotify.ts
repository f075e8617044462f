export * from '@gatehouse/core/providers/spotify'
export { default } from '@gatehouse/core/providers/spotify'
