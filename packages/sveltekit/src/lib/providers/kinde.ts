export * from '@gatehouse/core/providers/kinde'
export { default } from '@gatehouse/core/providers/kinde'
