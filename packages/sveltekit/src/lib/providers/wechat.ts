export * from '@authwright/core/providers/wechat'
export { default } from '@authwright/core/providers/wechat'
