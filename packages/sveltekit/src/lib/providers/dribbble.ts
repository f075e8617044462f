export * from '@gatehouse/core/providers/dribbble'
export { default } from '@gatehouse/core/providers/dribbble'
