export * from '@authwright/core/providers/vercel'
export { default } from '@authwright/core/providers/vercel'
