import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/vimeo-icon.ts'

/** The user profile that Vimeo returns. It has no e-mail address. */
export interface VimeoProfile {
  /** `/users/152184` */
  uri: string
  name?: string
  pictures?: { sizes?: { width: number; link: string }[] } | null
  [member: string]: unknown
}

/**
 * Vimeo. It gives e-mail addresses only to its own applications. The user's id is the number in `uri`, which Vimeo
 * calls canonical. Source: lib/vimeo.js of https://github.com/vimeo/vimeo.js, vimeo/auth/authorization_code.py of
 * https://github.com/vimeo/vimeo.py and User.kt and PictureCollection.kt of
 * https://github.com/vimeo/vimeo-networking-java, the official clients, 2026-11-21.
 * @example
 * // with AUTH_VIMEO_ID and AUTH_VIMEO_SECRET set; the callback is /auth/callback/vimeo
 * import Vimeo from '@authwright/core/providers/vimeo'
 * const config = { providers: [Vimeo] }
 */
export const Vimeo = <P extends VimeoProfile = VimeoProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'vimeo',
  name: 'Vimeo',
  type: 'oauth',
  authorization: { url: 'https://api.vimeo.com/oauth/authorize', params: { scope: 'public' } },
  token: 'https://api.vimeo.com/oauth/access_token',
  // The media type selects the API version.
  userinfo: { url: 'https://api.vimeo.com/me', headers: { accept: 'application/vnd.vimeo.*+json;version=3.4' } },
  profile: ({ uri, name, pictures }) => ({
    id: uri.slice('/users/'.length),
    name,
    image: pictures?.sizes?.at(-1)?.link,
  }),
  style: { bg: '#17343f', text: '#fff' },
  icon,
  options,
})

export default Vimeo
