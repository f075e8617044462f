import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Calendly tells of a person, inside `resource`. */
export interface CalendlyProfile {
  resource: { uri: string; name?: string; email?: string; avatar_url?: string | null }
  [member: string]: unknown
}

/**
 * Calendly. An account is known by the address of its record. Source: https://developer.calendly.com/how-to-
 * authenticate-with-oauth (not looked at; as the ecosystem has it).
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
