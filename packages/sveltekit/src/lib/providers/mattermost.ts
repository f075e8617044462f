export * from '@authwright/core/providers/mattermost'
export { default } from '@authwright/core/providers/mattermost'
