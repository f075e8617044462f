import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/pinterest-icon.ts'

/** The response of `GET /v5/user_account`. It has no e-mail address. */
export interface PinterestProfile {
  id: string
  username: string
  account_type?: 'BUSINESS' | 'PINNER'
  profile_image?: string
  website_url?: string
  [member: string]: unknown
}

/**
 * Pinterest. The user's id is `id`, not `username`: a user can give up a user name, and the next user of that name
 * would sign in to the same account. An application that stored user names maps them with its own `profile` until it
 * has stored ids. Source: https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/Account.md,
 * 2026-11-21.
 * @example
 * // with AUTH_PINTEREST_ID and AUTH_PINTEREST_SECRET set; the callback is /auth/callback/pinterest
 * import Pinterest from '@authwright/core/providers/pinterest'
 * const config = { providers: [Pinterest] }
 */
export const Pinterest = <P extends PinterestProfile = PinterestProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'pinterest',
  name: 'Pinterest',
  type: 'oauth',
  authorization: { url: 'https://www.pinterest.com/oauth', params: { scope: 'user_accounts:read' } },
  token: 'https://api.pinterest.com/v5/oauth/token',
  userinfo: 'https://api.pinterest.com/v5/user_account',
  profile: ({ id, username: name, profile_image: image }) => ({ id, name, image }),
  style: { bg: '#bd081c', text: '#fff' },
  icon,
  options,
})

export default Pinterest
