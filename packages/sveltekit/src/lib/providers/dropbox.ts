export * from '@gatehouse/core/providers/dropbox'
export { default } from '@gatehouse/core/providers/dropbox'
