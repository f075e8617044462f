export * from '@gatehouse/core/providers/soundcloud'
export { default } from '@gatehouse/core/providers/soundcloud'
