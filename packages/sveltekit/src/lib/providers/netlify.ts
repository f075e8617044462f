export * from '@gatehouse/core/providers/netlify'
export { default } from '@gatehouse/core/providers/netlify'
