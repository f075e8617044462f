export * from '@authwright/core/providers/tiktok'
export { default } from '@authwright/core/providers/tiktok'
