export * from '@gatehouse/core/providers/medium'
export { default } from '@gatehouse/core/providers/medium'
