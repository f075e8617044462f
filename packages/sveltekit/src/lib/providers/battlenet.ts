export * from '@gatehouse/core/providers/battlenet'
export { default } from '@gatehouse/core/providers/battlenet'
