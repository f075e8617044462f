export * from '@gatehouse/core/providers/cognito'
export { default } from '@gatehouse/core/providers/cognito'
