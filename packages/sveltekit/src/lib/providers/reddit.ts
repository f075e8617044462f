export * from '@authwright/core/providers/reddit'
export { default } from '@authwright/core/providers/reddit'
