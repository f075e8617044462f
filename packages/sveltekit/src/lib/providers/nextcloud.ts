export * from '@gatehouse/core/providers/nextcloud'
export { default } from '@gatehouse/core/providers/nextcloud'
