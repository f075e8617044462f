export * from '@authwright/core/providers/faceit'
export { default } from '@authwright/core/providers/faceit'
