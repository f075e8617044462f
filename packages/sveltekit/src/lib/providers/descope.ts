export * from '@authwright/core/providers/descope'
export { default } from '@authwright/core/providers/descope'
