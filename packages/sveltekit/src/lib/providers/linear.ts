export * from '@gatehouse/core/providers/linear'
export { default } from '@gatehouse/core/providers/linear'
