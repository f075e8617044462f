export * from '@gatehouse/core/providers/logto'
export { default } from '@gatehouse/core/providers/logto'
