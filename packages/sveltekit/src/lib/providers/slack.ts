export * from '@authwright/core/providers/slack'
export { default } from '@authwright/core/providers/slack'
