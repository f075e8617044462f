export * from '@gatehouse/core/providers/instagram'
export { default } from '@gatehouse/core/providers/instagram'
