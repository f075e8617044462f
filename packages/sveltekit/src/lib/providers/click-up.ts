export * from '@authwright/core/providers/click-up'
export { default } from '@authwright/core/providers/click-up'
