export * from '@authwright/core/providers/ping-id'
export { default } from '@authwright/core/providers/ping-id'
