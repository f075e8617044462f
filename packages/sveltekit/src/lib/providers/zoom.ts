export * from '@authwright/core/providers/zoom'
export { default } from '@authwright/core/providers/zoom'
