export * from '@gatehouse/core/providers/pipedrive'
export { default } from '@gatehouse/core/providers/pipedrive'
