export * from '@authwright/core/providers/logto'
export { default } from '@authwright/core/providers/logto'
