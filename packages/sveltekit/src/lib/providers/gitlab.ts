export * from '@gatehouse/core/providers/gitlab'
export { default } from '@gatehouse/core/providers/gitlab'
