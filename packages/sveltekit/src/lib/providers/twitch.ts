export * from '@gatehouse/core/providers/twitch'
export { default } from '@gatehouse/core/providers/twitch'
