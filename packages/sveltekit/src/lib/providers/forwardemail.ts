export * from '@gatehouse/core/providers/forwardemail'
export { default } from '@gatehouse/core/providers/forwardemail'
