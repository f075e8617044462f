export * from '@authwright/core/providers/line'
export { default } from '@authwright/core/providers/line'
