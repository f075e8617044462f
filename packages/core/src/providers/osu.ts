import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /api/v2/me`. It has no e-mail address. */
export interface OsuProfile {
  id: number
  username: string
  avatar_url?: string
  [member: string]: unknown
}

/**
 * osu! The user's id is a number that stays the same when the user name changes. Source: https://osu.ppy.sh/docs/ (read
 * in github.com/ppy/osu-web), 2026-11-21.
 */
export const Osu = (options: OAuthUserConfig<OsuProfile> = {}): OAuth2Config<OsuProfile> => ({
  id: 'osu',
  name: 'osu!',
  type: 'oauth',
  authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
  token: 'https://osu.ppy.sh/oauth/token',
  userinfo: 'https://osu.ppy.sh/api/v2/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username: name, avatar_url: image }) => ({ id: String(id), name, image }),
  style: { bg: '#c83d86', text: '#fff' },
  options,
})

export default Osu
