import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/dribbble-icon.ts'

/** The response of `GET /v2/user`. It has no e-mail address. */
export interface DribbbleProfile {
  id: number
  name?: string
  login: string
  avatar_url?: string
  /** The API returns no e-mail address. */
  email?: string
  [member: string]: unknown
}

/**
 * Dribbble. Without a scope an application can read public data, which is enough. Source:
 * https://developer.dribbble.com/v1/oauth/ (beginning of the page) and https://developer.dribbble.com/v2/ (the profile
 * URL), 2026-11-21.
 * @unconfirmed The members of the profile.
 * @example
 * // with AUTH_DRIBBBLE_ID and AUTH_DRIBBBLE_SECRET set; the callback is /auth/callback/dribbble
 * import Dribbble from '@authwright/core/providers/dribbble'
 * const config = { providers: [Dribbble] }
 */
export const Dribbble = <P extends DribbbleProfile = DribbbleProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'dribbble',
  name: 'Dribbble',
  type: 'oauth',
  authorization: 'https://dribbble.com/oauth/authorize',
  token: 'https://dribbble.com/oauth/token',
  userinfo: 'https://api.dribbble.com/v2/user',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, login, avatar_url: image }) => ({ id: String(id), name: name ?? login, image }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Dribbble
