export * from '@authwright/core/providers/wordpress'
export { default } from '@authwright/core/providers/wordpress'
