export * from '@gatehouse/core/providers/box'
export { default } from '@gatehouse/core/providers/box'
