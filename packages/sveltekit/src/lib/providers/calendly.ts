export * from '@gatehouse/core/providers/calendly'
export { default } from '@gatehouse/core/providers/calendly'
