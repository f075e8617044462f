export * from '@authwright/core/providers/vipps'
export { default } from '@authwright/core/providers/vipps'
