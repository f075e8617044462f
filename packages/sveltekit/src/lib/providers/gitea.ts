export * from '@gatehouse/core/providers/gitea'
export { default } from '@gatehouse/core/providers/gitea'
