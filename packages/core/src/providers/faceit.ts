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
 * FACEIT. With `redirect_popup` its page redirects instead of answering to the window that opened it. Nothing says
 * that an address was verified. Source: https://docs.faceit.com/getting-started/authentication/oauth2 and
 * https://forums.faceit.com/t/faceit-connect-401-during-the-token-request/2100, where its developers answer (the
 * secret by the scheme Basic, the address of the profile), 2026-11-21.
 * @unconfirmed The members of the profile.
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
