export * from '@gatehouse/core/providers/trakt'
export { default } from '@gatehouse/core/providers/trakt'
