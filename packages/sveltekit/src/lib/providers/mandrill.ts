export * from '@authwright/core/providers/mandrill'
export { default } from '@authwright/core/providers/mandrill'
