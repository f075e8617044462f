export * from '@authwright/core/providers/stackexchange'
export { default } from '@authwright/core/providers/stackexchange'
