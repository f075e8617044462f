export * from '@gatehouse/core/providers/vipps'
export { default } from '@gatehouse/core/providers/vipps'
