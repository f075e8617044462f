export * from '@gatehouse/core/providers/authentik'
export { default } from '@gatehouse/core/providers/authentik'
