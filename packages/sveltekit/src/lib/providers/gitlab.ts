export * from '@authwright/core/providers/gitlab'
export { default } from '@authwright/core/providers/gitlab'
