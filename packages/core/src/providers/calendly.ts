import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Calendly tells of a person, inside `resource`. */
export interface CalendlyProfile {
  resource: { uri: string; name?: string; email?: string; avatar_url?: string | null }
  [member: string]: unknown
}

/**
 * Calendly. An account is known by the address of its record, `uri`: its shorter ids are not used alone. The
 * application needs the scope `users:read`. Nothing says that an address was verified. Source:
 * https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/get-oauth-authorize.md and
 * https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/post-oauth-refresh-token.md (their beginnings),
 * https://developer.calendly.com/api-docs/calendly-api/users/get-user.md,
 * https://developer.calendly.com/how-to-find-the-organization-or-user-uri (`uri`) and
 * https://developer.calendly.com/docs/authentication/scopes, 2026-11-21.
 * @unconfirmed The members `name`, `email` and `avatar_url`.
 */
export const Calendly = (options: OAuthUserConfig<CalendlyProfile> = {}): OAuth2Config<CalendlyProfile> => ({
  id: 'calendly',
  name: 'Calendly',
  type: 'oauth',
  authorization: { url: 'https://auth.calendly.com/oauth/authorize', params: { scope: 'users:read' } },
  token: 'https://auth.calendly.com/oauth/token',
  userinfo: 'https://api.calendly.com/users/me',
  profile: ({ resource: { uri, name, email, avatar_url: image } }) => ({ id: uri, name, email, image }),
  style: { bg: '#006bff', text: '#fff' },
  options,
})

export default Calendly
