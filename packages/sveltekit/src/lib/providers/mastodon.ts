export * from '@authwright/core/providers/mastodon'
export { default } from '@authwright/core/providers/mastodon'
