export * from '@authwright/core/providers/united-effects'
export { default } from '@authwright/core/providers/united-effects'
