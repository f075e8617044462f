import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Osso tells of a person: what the identity provider of the person's company said. */
export interface OssoProfile {
  id: string
  email?: string
  /** The identity provider's name. */
  idp?: string
  [member: string]: unknown
}

/**
 * Osso, which speaks SAML for an application. `issuer` is required: its address, such as `https://osso.example.com`. An
 * address is what a company's own identity provider says, and proves nothing. Source: docs/consume/overview.mdx and
 * docs/consume/nextjs.mdx of https://github.com/enterprise-oss/osso-docs, 2026-11-21, and lib/osso/routes/oauth.rb of
 * https://github.com/enterprise-oss/osso-rb, whose older versions took the token as a parameter only.
 */
export const Osso = (options: OAuthUserConfig<OssoProfile> = {}): OAuth2Config<OssoProfile> => ({
  id: 'osso',
  name: 'Osso',
  type: 'oauth',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/oauth/me',
  style: { bg: '#1b1b1b', text: '#fff' },
  options,
})

export default Osso
