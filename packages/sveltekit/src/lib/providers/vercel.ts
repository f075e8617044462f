export * from '@gatehouse/core/providers/vercel'
export { default } from '@gatehouse/core/providers/vercel'
