export * from '@authwright/core/providers/soundcloud'
export { default } from '@authwright/core/providers/soundcloud'
