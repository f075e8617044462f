export * from '@authwright/core/providers/42-school'
export { default } from '@authwright/core/providers/42-school'
