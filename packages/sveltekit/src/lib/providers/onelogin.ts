export * from '@authwright/core/providers/onelogin'
export { default } from '@authwright/core/providers/onelogin'
