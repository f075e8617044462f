export * from '@gatehouse/core/providers/webauthn'
export { default } from '@gatehouse/core/providers/webauthn'
