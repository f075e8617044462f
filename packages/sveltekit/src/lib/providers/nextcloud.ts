export * from '@authwright/core/providers/nextcloud'
export { default } from '@authwright/core/providers/nextcloud'
