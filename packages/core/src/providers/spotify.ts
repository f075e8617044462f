import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/spotify-icon.ts'

/** A picture of a user. */
export interface SpotifyImage {
  url: string
  width?: number | null
  height?: number | null
}

/** The response of `GET /v1/me`. */
export interface SpotifyProfile {
  id: string
  display_name?: string | null
  email?: string
  images?: SpotifyImage[]
  country?: string
  product?: string
  uri?: string
  href?: string
  [member: string]: unknown
}

/**
 * Spotify. The e-mail address is documented as not verified. Source: authorization/authorization_code/app.js of
 * https://github.com/spotify/web-api-examples,
 * https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow and
 * https://metacpan.org/pod/Net::Async::Spotify::Object::Generated::PrivateUser (generated from the reference: the
 * e-mail address is not verified), 2026-11-21.
 * @example
 * // with AUTH_SPOTIFY_ID and AUTH_SPOTIFY_SECRET set; the callback is /auth/callback/spotify
 * import Spotify from '@authwright/core/providers/spotify'
 * const config = { providers: [Spotify] }
 */
export const Spotify = <P extends SpotifyProfile = SpotifyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'spotify',
  name: 'Spotify',
  type: 'oauth',
  authorization: { url: 'https://accounts.spotify.com/authorize', params: { scope: 'user-read-email' } },
  token: 'https://accounts.spotify.com/api/token',
  userinfo: 'https://api.spotify.com/v1/me',
  profile: ({ id, display_name: name, email, images }) => ({ id, name, email, image: images?.[0]?.url }),
  style: { bg: '#121212', text: '#1ed760' },
  icon,
  options,
})

export default Spotify
