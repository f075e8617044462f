export * from '@gatehouse/core/providers/mattermost'
export { default } from '@gatehouse/core/providers/mattermost'
