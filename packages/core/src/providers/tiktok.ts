import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/tiktok-icon.ts'

/** The user profile that TikTok returns, limited to the requested fields. */
export interface TikTokProfile {
  /** `open_id` is different for each application. Other members need their scope and their field in the request. */
  data: {
    user: {
      open_id: string
      union_id?: string
      display_name?: string
      avatar_url?: string
      avatar_url_100?: string
      avatar_large_url?: string
      username?: string
      bio_description?: string
      profile_deep_link?: string
      is_verified?: boolean
      follower_count?: number
      following_count?: number
      likes_count?: number
      video_count?: number
    }
  }
  error?: { code: string; message: string; log_id: string }
  [member: string]: unknown
}
/** The name of the profile in Auth.js. */
export type TiktokProfile = TikTokProfile

/**
 * TikTok. The client id is called `client_key` everywhere. There is no e-mail address. Redirect URIs must use https,
 * also in development. Source: https://developers.tiktok.com/doc/login-kit-web,
 * https://developers.tiktok.com/doc/oauth-get-a-user-access-token and
 * https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info, 2026-11-21.
 * @example
 * // with AUTH_TIKTOK_ID and AUTH_TIKTOK_SECRET set; the callback is /auth/callback/tiktok
 * import TikTok from '@authwright/core/providers/tiktok'
 * const config = { providers: [TikTok] }
 */
export const TikTok = <P extends TikTokProfile = TikTokProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'tiktok',
  name: 'TikTok',
  type: 'oauth',
  authorization: {
    url: 'https://www.tiktok.com/v2/auth/authorize/',
    params: { client_key: '{clientId}', scope: 'user.info.basic' },
  },
  token: {
    url: 'https://open.tiktokapis.com/v2/oauth/token/',
    request: async ({ params, provider, fetch }) => {
      const { id, secret, tokenUrl } = readClient(provider)
      const body = new URLSearchParams([...params, ['client_key', id], ['client_secret', secret]])
      return readTokens('TikTok', await fetch(tokenUrl, { method: 'POST', body }))
    },
  },
  userinfo: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_url,display_name',
  profile: ({ data: { user } }) => ({ id: user.open_id, name: user.display_name, image: user.avatar_url }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default TikTok
