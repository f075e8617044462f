import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/strava-icon.ts'

/** The response of `GET /api/v3/athlete`. It has no e-mail address. */
export interface StravaProfile {
  id: number
  firstname?: string
  lastname?: string
  /** The URL of the picture, or a file name for Strava's default picture. */
  profile?: string
  [member: string]: unknown
}

/**
 * Strava. Source: https://developers.strava.com/docs/authentication/ and
 * https://developers.strava.com/swagger/swagger.json (beginnings of the pages: URLs, scopes) and oauth.go and
 * athletes.go of https://github.com/strava/go.strava, the official client (the secret in the body; the members of an
 * athlete), 2026-11-21.
 * @example
 * // with AUTH_STRAVA_ID and AUTH_STRAVA_SECRET set; the callback is /auth/callback/strava
 * import Strava from '@authwright/core/providers/strava'
 * const config = { providers: [Strava] }
 */
export const Strava = <P extends StravaProfile = StravaProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'strava',
  name: 'Strava',
  type: 'oauth',
  authorization: { url: 'https://www.strava.com/oauth/authorize', params: { scope: 'read' } },
  token: 'https://www.strava.com/api/v3/oauth/token',
  userinfo: 'https://www.strava.com/api/v3/athlete',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, firstname: first, lastname: last, profile: image }) => ({
    id: String(id),
    name: [first, last].filter(Boolean).join(' '),
    image,
  }),
  style: { bg: '#fc4c02', text: '#000' },
  icon,
  options,
})

export default Strava
