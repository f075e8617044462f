import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/netlify-icon.ts'

/** The response of `GET /api/v1/user`. */
export interface NetlifyProfile {
  id: string
  full_name?: string | null
  email?: string
  avatar_url?: string | null
  [member: string]: unknown
}

/**
 * Netlify. It has no scopes: an access token can do everything that the user can. The profile does not say whether the
 * e-mail address is verified. Source: functions/utils/auth.js of https://github.com/netlify-labs/oauth-example, the
 * official example (both endpoint URLs), and `GET /user` in swagger.yml of https://github.com/netlify/open-api, read in
 * the package @netlify/open-api 2.60.0, 2026-11-21.
 * @example
 * // with AUTH_NETLIFY_ID and AUTH_NETLIFY_SECRET set; the callback is /auth/callback/netlify
 * import Netlify from '@authwright/core/providers/netlify'
 * const config = { providers: [Netlify] }
 */
export const Netlify = <P extends NetlifyProfile = NetlifyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'netlify',
  name: 'Netlify',
  type: 'oauth',
  authorization: 'https://app.netlify.com/authorize',
  token: 'https://api.netlify.com/oauth/token',
  userinfo: 'https://api.netlify.com/api/v1/user',
  profile: ({ id, full_name: name, email, avatar_url: image }) => ({ id, name, email, image }),
  style: { bg: '#32e6e2', text: '#000' },
  icon,
  options,
})

export default Netlify
