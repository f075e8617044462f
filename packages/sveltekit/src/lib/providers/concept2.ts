export * from '@gatehouse/core/providers/concept2'
export { default } from '@gatehouse/core/providers/concept2'
