export * from '@authwright/core/providers/amazon'
export { default } from '@authwright/core/providers/amazon'
