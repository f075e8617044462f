export * from '@gatehouse/core/providers/wikimedia'
export { default } from '@gatehouse/core/providers/wikimedia'
