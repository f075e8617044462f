export * from '@gatehouse/core/providers/bitbucket'
export { default } from '@gatehouse/core/providers/bitbucket'
