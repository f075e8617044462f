export * from '@authwright/core/providers/authentik'
export { default } from '@authwright/core/providers/authentik'
