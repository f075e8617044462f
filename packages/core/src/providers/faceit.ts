import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What FACEIT tells of a person. */
export interface FACEITProfile {
  guid: string
  nickname: string
  email?: string
  picture?: string
  [member: string]: unknown
}

/**
 * FACEIT. With `redirect_popup` its page redirects instead of answering to the window that opened it. Source:
 * https://docs.faceit.com/getting-started/authentication/oauth2, 2026-11-21; the members of the profile as the
 * ecosystem has them.
 */
export const FACEIT = (options: OAuthUserConfig<FACEITProfile> = {}): OAuth2Config<FACEITProfile> => ({
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
  options,
})

export default FACEIT
