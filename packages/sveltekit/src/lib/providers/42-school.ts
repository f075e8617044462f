export * from '@gatehouse/core/providers/42-school'
export { default } from '@gatehouse/core/providers/42-school'
