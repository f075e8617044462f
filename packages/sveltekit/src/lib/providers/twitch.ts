export * from '@authwright/core/providers/twitch'
export { default } from '@authwright/core/providers/twitch'
