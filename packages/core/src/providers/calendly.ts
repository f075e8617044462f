import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Calendly tells of a person, inside `resource`. */
export interface CalendlyProfile {
  resource: { uri: string; name?: string; email?: string; avatar_url?: string | null }
  [member: string]: unknown
}

/**
 * Calendly. An account is known by the address of its record; the application needs the scope `users:read`. Source:
 * https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/get-oauth-authorize.md and
 * https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/post-oauth-refresh-token.md (their beginnings),
 * https://developer.calendly.com/api-docs/calendly-api/users/get-user.md and
 * https://developer.calendly.com/docs/authentication/scopes, 2026-11-21; the members of the profile as the ecosystem
 * has them.
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
