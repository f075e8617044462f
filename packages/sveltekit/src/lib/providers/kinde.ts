export * from '@authwright/core/providers/kinde'
export { default } from '@authwright/core/providers/kinde'
