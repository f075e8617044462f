export * from '@authwright/core/providers/notion'
export { default } from '@authwright/core/providers/notion'
