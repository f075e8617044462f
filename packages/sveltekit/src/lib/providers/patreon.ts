export * from '@authwright/core/providers/patreon'
export { default } from '@authwright/core/providers/patreon'
