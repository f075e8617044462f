export * from '@gatehouse/core/providers/mailjet'
export { default } from '@gatehouse/core/providers/mailjet'
