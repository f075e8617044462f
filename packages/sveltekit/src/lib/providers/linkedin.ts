export * from '@authwright/core/providers/linkedin'
export { default } from '@authwright/core/providers/linkedin'
