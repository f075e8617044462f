export * from '@gatehouse/core/providers/united-effects'
export { default } from '@gatehouse/core/providers/united-effects'
