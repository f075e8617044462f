import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/intuit-icon.ts'

/** The user profile that Intuit returns. */
export interface IntuitProfile {
  sub: string
  email?: string
  emailVerified?: boolean
  givenName?: string
  familyName?: string
  [member: string]: unknown
}

/**
 * Intuit. The names of its claims differ from OpenID Connect, so the entry uses plain OAuth. `emailVerified` is
 * Intuit's own record. For the sandbox, set `userinfo` to
 * `https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo`. Source: src/OAuthClient.js of
 * https://github.com/intuit/oauth-jsclient (URLs) and UserInfoResponse.java of
 * https://github.com/intuit/QuickBooks-V3-Java-SDK (every claim), the official clients, 2026-11-21.
 * @example
 * // with AUTH_INTUIT_ID and AUTH_INTUIT_SECRET set; the callback is /auth/callback/intuit
 * import Intuit from '@authwright/core/providers/intuit'
 * const config = { providers: [Intuit] }
 */
export const Intuit = <P extends IntuitProfile = IntuitProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'intuit',
  name: 'Intuit',
  type: 'oauth',
  authorization: { url: 'https://appcenter.intuit.com/connect/oauth2', params: { scope: 'openid profile email' } },
  token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  userinfo: 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo',
  profile: ({ sub, givenName: given, familyName: family, email }) => ({
    id: sub,
    name: [given, family].filter(Boolean).join(' '),
    email,
  }),
  emailVerified: (profile) => profile.emailVerified === true,
  style: { bg: '#236cff', text: '#fff' },
  icon,
  options,
})

export default Intuit
