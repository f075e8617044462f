export * from '@gatehouse/core/providers/passage'
export { default } from '@gatehouse/core/providers/passage'
