export * from '@gatehouse/core/providers/line'
export { default } from '@gatehouse/core/providers/line'
