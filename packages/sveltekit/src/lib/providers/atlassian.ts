export * from '@authwright/core/providers/atlassian'
export { default } from '@authwright/core/providers/atlassian'
