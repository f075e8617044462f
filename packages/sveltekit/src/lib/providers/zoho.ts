export * from '@gatehouse/core/providers/zoho'
export { default } from '@gatehouse/core/providers/zoho'
