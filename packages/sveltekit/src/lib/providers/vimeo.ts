export * from '@gatehouse/core/providers/vimeo'
export { default } from '@gatehouse/core/providers/vimeo'
