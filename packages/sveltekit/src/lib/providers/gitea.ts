export * from '@authwright/core/providers/gitea'
export { default } from '@authwright/core/providers/gitea'
