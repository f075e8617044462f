export * from '@authwright/core/providers/webex'
export { default } from '@authwright/core/providers/webex'
