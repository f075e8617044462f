import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/osu-icon.ts'

/** A user, as the API shows them in lists. Dates are in the form of ISO 8601. */
export interface OsuUserCompact {
  id: number
  username: string
  avatar_url?: string
  country_code?: string
  default_group?: string | null
  is_active?: boolean
  is_bot?: boolean
  is_deleted?: boolean
  is_online?: boolean
  is_supporter?: boolean
  last_visit?: string | null
  pm_friends_only?: boolean
  profile_colour?: string | null
}

/** The response of `GET /api/v2/me`. It has no e-mail address. */
export interface OsuProfile extends OsuUserCompact {
  cover?: { custom_url: string | null; url: string; id: number | string | null }
  discord?: string | null
  has_supported?: boolean
  interests?: string | null
  is_restricted?: boolean
  join_date: string
  kudosu?: { available: number; total: number }
  location?: string | null
  max_blocks?: number
  max_friends?: number
  occupation?: string | null
  playmode?: string
  playstyle?: string[] | null
  post_count?: number
  profile_order?: string[]
  title?: string | null
  title_url?: string | null
  twitter?: string | null
  website?: string | null
  country?: { code: string; name: string }
  [member: string]: unknown
}

/**
 * osu! The user's id is a number that stays the same when the user name changes. Source: https://osu.ppy.sh/docs/ (read
 * in github.com/ppy/osu-web), 2026-11-21.
 * @example
 * // with AUTH_OSU_ID and AUTH_OSU_SECRET set; the callback is /auth/callback/osu
 * import Osu from '@authwright/core/providers/osu'
 * const config = { providers: [Osu] }
 */
export const Osu = <P extends OsuProfile = OsuProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'osu',
  name: 'osu!',
  type: 'oauth',
  authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
  token: 'https://osu.ppy.sh/oauth/token',
  userinfo: 'https://osu.ppy.sh/api/v2/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username: name, avatar_url: image }) => ({ id: String(id), name, image }),
  style: { bg: '#c83d86', text: '#fff' },
  icon,
  options,
})

export default Osu
