export * from '@gatehouse/core/providers/sparkpost'
export { default } from '@gatehouse/core/providers/sparkpost'
