export * from '@gatehouse/core/providers/gitee'
export { default } from '@gatehouse/core/providers/gitee'
