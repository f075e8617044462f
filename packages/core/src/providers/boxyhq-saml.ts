import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What SAML Jackson's userinfo tells: what the organisation's own identity provider says, which verifies nothing for us. */
export interface BoxyHQSAMLProfile {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  /** Everything the organisation's identity provider sent. */
  raw?: Record<string, unknown>
  [member: string]: unknown
}

/**
 * BoxyHQ's SAML Jackson, which speaks OAuth for an organisation's SAML or OpenID Connect. `issuer` is required: the
 * address of the instance. With `clientId: 'dummy'` the sign-in request has to name the `tenant` and the `product`. Source:
 * https://boxyhq.com/docs/jackson/sso-flow, 2026-11-21.
 */
export const SAMLJackson = (options: OAuthUserConfig<BoxyHQSAMLProfile> = {}): OAuth2Config<BoxyHQSAMLProfile> => ({
  id: 'boxyhq-saml',
  name: 'BoxyHQ SAML',
  type: 'oauth',
  authorization: { url: '{issuer}/api/oauth/authorize', params: { provider: 'saml' } },
  token: '{issuer}/api/oauth/token',
  userinfo: '{issuer}/api/oauth/userinfo',
  profile: ({ id, email, firstName, lastName }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email,
  }),
  style: { bg: '#25c2a0', text: '#000' },
  options,
})

export default SAMLJackson
