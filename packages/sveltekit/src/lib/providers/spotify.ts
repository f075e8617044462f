export * from '@authwright/core/providers/spotify'
export { default } from '@authwright/core/providers/spotify'
