export * from '@authwright/core/providers/lichess'
export { default } from '@authwright/core/providers/lichess'
