export * from '@gatehouse/core/providers/authelia'
export { default } from '@gatehouse/core/providers/authelia'
