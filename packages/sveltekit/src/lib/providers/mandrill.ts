export * from '@gatehouse/core/providers/mandrill'
export { default } from '@gatehouse/core/providers/mandrill'
