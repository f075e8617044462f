export * from '@gatehouse/core/providers/postmark'
export { default } from '@gatehouse/core/providers/postmark'
