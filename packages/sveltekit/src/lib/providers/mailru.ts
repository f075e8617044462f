export * from '@authwright/core/providers/mailru'
export { default } from '@authwright/core/providers/mailru'
