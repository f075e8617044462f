export * from '@authwright/core/providers/freshbooks'
export { default } from '@authwright/core/providers/freshbooks'
