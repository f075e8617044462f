export * from '@gatehouse/core/providers/discord'
export { default } from '@gatehouse/core/providers/discord'
