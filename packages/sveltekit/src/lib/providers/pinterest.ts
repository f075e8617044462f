export * from '@authwright/core/providers/pinterest'
export { default } from '@authwright/core/providers/pinterest'
