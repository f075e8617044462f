export * from '@authwright/core/providers/bungie'
export { default } from '@authwright/core/providers/bungie'
