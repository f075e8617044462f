export * from '@authwright/core/providers/instagram'
export { default } from '@authwright/core/providers/instagram'
