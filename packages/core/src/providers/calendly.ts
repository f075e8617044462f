import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Calendly tells of a person, inside `resource`. */
export interface CalendlyProfile {
  resource: { uri: string; name?: string; email?: string; avatar_url?: string | null }
  [member: string]: unknown
}

/**
 * Calendly. An account is known by the address of its record. Source:
 * https://developer.calendly.com/how-to-access-calendly-data-on-behalf-of-authenticated-users and
 * https://developer.calendly.com/creating-an-oauth-app (its beginning), 2026-11-21; how the client proves itself, and
 * the members of the profile, as the ecosystem has them.
 */
export const Calendly = (options: OAuthUserConfig<CalendlyProfile> = {}): OAuth2Config<CalendlyProfile> => ({
  id: 'calendly',
  name: 'Calendly',
  type: 'oauth',
  authorization: 'https://auth.calendly.com/oauth/authorize',
  token: 'https://auth.calendly.com/oauth/token',
  userinfo: 'https://api.calendly.com/users/me',
  profile: ({ resource: { uri, name, email, avatar_url: image } }) => ({ id: uri, name, email, image }),
  style: { bg: '#006bff', text: '#fff' },
  options,
})

export default Calendly
