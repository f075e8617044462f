export * from '@authwright/core/providers/cognito'
export { default } from '@authwright/core/providers/cognito'
