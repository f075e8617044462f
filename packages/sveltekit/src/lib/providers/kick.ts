export * from '@authwright/core/providers/kick'
export { default } from '@authwright/core/providers/kick'
