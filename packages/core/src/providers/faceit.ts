import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/faceit-icon.ts'

/** The user profile that FACEIT returns. */
export interface FACEITProfile {
  guid: string
  nickname: string
  email?: string
  picture?: string
  [member: string]: unknown
}

/**
 * FACEIT. With `redirect_popup` its page redirects instead of posting a message to the window that opened it. The
 * profile does not say whether the e-mail address is verified. Source:
 * https://docs.faceit.com/getting-started/authentication/oauth2 and
 * https://forums.faceit.com/t/faceit-connect-401-during-the-token-request/2100, a thread with FACEIT's developers (the
 * secret in HTTP Basic, the profile URL), 2026-11-21.
 * @unconfirmed The members of the profile.
 * @example
 * // with AUTH_FACEIT_ID and AUTH_FACEIT_SECRET set; the callback is /auth/callback/faceit
 * import FACEIT from '@authwright/core/providers/faceit'
 * const config = { providers: [FACEIT] }
 */
export const FACEIT = <P extends FACEITProfile = FACEITProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'faceit',
  name: 'FACEIT',
  type: 'oauth',
  authorization: {
    url: 'https://accounts.faceit.com/accounts',
    params: { scope: 'openid profile email', redirect_popup: 'true' },
  },
  token: 'https://api.faceit.com/auth/v1/oauth/token',
  userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
  profile: ({ guid: id, nickname: name, email, picture: image }) => ({ id, name, email, image }),
  style: { bg: '#ff5500', text: '#000' },
  icon,
  options,
})

export default FACEIT
