export * from '@authwright/core/providers/sparkpost'
export { default } from '@authwright/core/providers/sparkpost'
