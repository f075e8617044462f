export * from '@authwright/core/providers/wikimedia'
export { default } from '@authwright/core/providers/wikimedia'
