export * from '@gatehouse/core/providers/todoist'
export { default } from '@gatehouse/core/providers/todoist'
