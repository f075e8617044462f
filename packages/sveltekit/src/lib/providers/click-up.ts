export * from '@gatehouse/core/providers/click-up'
export { default } from '@gatehouse/core/providers/click-up'
