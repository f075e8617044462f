export * from '@authwright/core/providers/netlify'
export { default } from '@authwright/core/providers/netlify'
