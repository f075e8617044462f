export * from '@gatehouse/core/providers/stackexchange'
export { default } from '@gatehouse/core/providers/stackexchange'
