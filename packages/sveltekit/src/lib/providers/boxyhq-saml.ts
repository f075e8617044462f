export * from '@authwright/core/providers/boxyhq-saml'
export { default } from '@authwright/core/providers/boxyhq-saml'
