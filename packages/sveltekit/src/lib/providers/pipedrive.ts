export * from '@authwright/core/providers/pipedrive'
export { default } from '@authwright/core/providers/pipedrive'
