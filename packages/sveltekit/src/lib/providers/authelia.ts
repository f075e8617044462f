export * from '@authwright/core/providers/authelia'
export { default } from '@authwright/core/providers/authelia'
