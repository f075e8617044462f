export * from '@gatehouse/core/providers/patreon'
export { default } from '@gatehouse/core/providers/patreon'
