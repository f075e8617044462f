export * from '@authwright/core/providers/gitee'
export { default } from '@authwright/core/providers/gitee'
