export * from '@gatehouse/core/providers/atlassian'
export { default } from '@gatehouse/core/providers/atlassian'
