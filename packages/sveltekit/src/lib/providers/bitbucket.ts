export * from '@authwright/core/providers/bitbucket'
export { default } from '@authwright/core/providers/bitbucket'
