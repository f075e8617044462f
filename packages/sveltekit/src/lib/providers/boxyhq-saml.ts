export * from '@gatehouse/core/providers/boxyhq-saml'
export { default } from '@gatehouse/core/providers/boxyhq-saml'
