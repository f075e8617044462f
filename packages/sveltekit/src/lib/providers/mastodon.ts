export * from '@gatehouse/core/providers/mastodon'
export { default } from '@gatehouse/core/providers/mastodon'
