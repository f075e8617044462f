export * from '@gatehouse/core/providers/tiktok'
export { default } from '@gatehouse/core/providers/tiktok'
