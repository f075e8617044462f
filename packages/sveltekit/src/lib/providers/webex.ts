export * from '@gatehouse/core/providers/webex'
export { default } from '@gatehouse/core/providers/webex'
