export * from '@gatehouse/core/providers/reddit'
export { default } from '@gatehouse/core/providers/reddit'
