import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v5/user_account` tells of a person; no address is among it. */
export interface PinterestProfile {
  id: string
  username: string
  profile_image?: string
  [member: string]: unknown
}

/**
 * Pinterest. People are known by `id`: a `username` can be given up and taken by somebody else, who would then enter
 * the account. An application that stored user names maps them with a `profile` of its own until it has stored ids.
 * Source: https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/Account.md, 2026-11-21.
 */
export const Pinterest = (options: OAuthUserConfig<PinterestProfile> = {}): OAuth2Config<PinterestProfile> => ({
  id: 'pinterest',
  name: 'Pinterest',
  type: 'oauth',
  authorization: { url: 'https://www.pinterest.com/oauth', params: { scope: 'user_accounts:read' } },
  token: 'https://api.pinterest.com/v5/oauth/token',
  userinfo: 'https://api.pinterest.com/v5/user_account',
  profile: ({ id, username: name, profile_image: image }) => ({ id, name, image }),
  style: { bg: '#bd081c', text: '#fff' },
  options,
})

export default Pinterest
