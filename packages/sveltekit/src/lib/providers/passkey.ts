export * from '@authwright/core/providers/passkey'
export { default } from '@authwright/core/providers/passkey'
