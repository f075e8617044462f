export * from '@gatehouse/core/providers/wechat'
export { default } from '@gatehouse/core/providers/wechat'
