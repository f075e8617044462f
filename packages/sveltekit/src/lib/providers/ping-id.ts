export * from '@gatehouse/core/providers/ping-id'
export { default } from '@gatehouse/core/providers/ping-id'
