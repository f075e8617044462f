export * from '@authwright/core/providers/webauthn'
export { default } from '@authwright/core/providers/webauthn'
