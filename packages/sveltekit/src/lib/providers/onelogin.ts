export * from '@gatehouse/core/providers/onelogin'
export { default } from '@gatehouse/core/providers/onelogin'
