export * from '@authwright/core/providers/discord'
export { default } from '@authwright/core/providers/discord'
