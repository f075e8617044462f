export * from '@authwright/core/providers/fusionauth'
export { default } from '@authwright/core/providers/fusionauth'
