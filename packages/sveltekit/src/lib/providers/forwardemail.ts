export * from '@authwright/core/providers/forwardemail'
export { default } from '@authwright/core/providers/forwardemail'
