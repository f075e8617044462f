import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Intuit tells of a person. */
export interface IntuitProfile {
  sub: string
  email?: string
  emailVerified?: boolean
  givenName?: string
  familyName?: string
  [member: string]: unknown
}

/**
 * Intuit. Its claims are spelt its own way, so it is asked as plain OAuth. `emailVerified` is its own word on the
 * address. For its sandbox set `userinfo` to
 * `https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo`. Source: src/OAuthClient.js of
 * https://github.com/intuit/oauth-jsclient (addresses) and UserInfoResponse.java of
 * https://github.com/intuit/QuickBooks-V3-Java-SDK (every claim), its own clients, 2026-11-21.
 */
export const Intuit = (options: OAuthUserConfig<IntuitProfile> = {}): OAuth2Config<IntuitProfile> => ({
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
  options,
})

export default Intuit
