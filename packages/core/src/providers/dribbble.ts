import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v2/user` tells of a person; no address is among it. */
export interface DribbbleProfile {
  id: number
  name?: string
  login: string
  avatar_url?: string
  [member: string]: unknown
}

/**
 * Dribbble. Without a scope an application may read what is public, which is enough. Source:
 * https://developer.dribbble.com/v1/oauth/ (its beginning) and https://developer.dribbble.com/v2/ (the address of the
 * profile), 2026-11-21.
 * @unconfirmed The members of the profile.
 */
export const Dribbble = (options: OAuthUserConfig<DribbbleProfile> = {}): OAuth2Config<DribbbleProfile> => ({
  id: 'dribbble',
  name: 'Dribbble',
  type: 'oauth',
  authorization: 'https://dribbble.com/oauth/authorize',
  token: 'https://dribbble.com/oauth/token',
  userinfo: 'https://api.dribbble.com/v2/user',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, login, avatar_url: image }) => ({ id: String(id), name: name ?? login, image }),
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Dribbble
