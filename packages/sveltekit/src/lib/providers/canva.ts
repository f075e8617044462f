export * from '@gatehouse/core/providers/canva'
export { default } from '@gatehouse/core/providers/canva'
