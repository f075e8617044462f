export * from '@authwright/core/providers/dropbox'
export { default } from '@authwright/core/providers/dropbox'
