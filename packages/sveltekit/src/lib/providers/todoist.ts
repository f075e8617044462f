export * from '@authwright/core/providers/todoist'
export { default } from '@authwright/core/providers/todoist'
