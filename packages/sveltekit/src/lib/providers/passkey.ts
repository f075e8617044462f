export * from '@gatehouse/core/providers/passkey'
export { default } from '@gatehouse/core/providers/passkey'
