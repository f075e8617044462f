export * from '@gatehouse/core/providers/loops'
export { default } from '@gatehouse/core/providers/loops'
