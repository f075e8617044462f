export * from '@gatehouse/core/providers/lichess'
export { default } from '@gatehouse/core/providers/lichess'
