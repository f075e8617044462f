export * from '@authwright/core/providers/asana'
export { default } from '@authwright/core/providers/asana'
