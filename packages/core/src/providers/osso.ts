import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The user profile that Osso returns. It repeats what the company's identity provider sent. */
export interface OssoProfile {
  id: string
  email?: string
  /** The name of the identity provider. */
  idp?: string
  [member: string]: unknown
}

/**
 * Osso, which offers OAuth in front of a company's SAML provider. `issuer` is required: the URL of the instance, such
 * as `https://osso.example.com`. The e-mail address comes from the company's identity provider and does not count as
 * verified. Source: docs/consume/overview.mdx and docs/consume/nextjs.mdx of
 * https://github.com/enterprise-oss/osso-docs, and lib/osso/routes/oauth.rb of
 * https://github.com/enterprise-oss/osso-rb (older versions take the access token only as a parameter), 2026-11-21.
 * @example
 * // with AUTH_OSSO_ID, AUTH_OSSO_SECRET and AUTH_OSSO_ISSUER set; the callback is /auth/callback/osso
 * import Osso from '@authwright/core/providers/osso'
 * const config = { providers: [Osso] }
 */
export const Osso = <P extends OssoProfile = OssoProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
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
