export * from '@gatehouse/core/providers/simplelogin'
export { default } from '@gatehouse/core/providers/simplelogin'
