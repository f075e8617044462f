export * from '@authwright/core/providers/vimeo'
export { default } from '@authwright/core/providers/vimeo'
