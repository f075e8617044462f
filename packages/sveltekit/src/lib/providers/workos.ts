export * from '@gatehouse/core/providers/workos'
export { default } from '@gatehouse/core/providers/workos'
