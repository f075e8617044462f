export * from '@authwright/core/providers/trakt'
export { default } from '@authwright/core/providers/trakt'
