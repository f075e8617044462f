import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { conformTokens } from './shared/responses.ts'
import icon from './icons/instagram-icon.ts'

/** The professional account that Instagram returns, limited to the requested fields. */
export interface InstagramProfile {
  /** Different for each application. */
  id: string
  username?: string
  name?: string
  profile_picture_url?: string
  [member: string]: unknown
}

/**
 * In the documentation the token response is a list with one element in `data`. In practice it is the object alone.
 * Neither has a `token_type`.
 */
const conform = conformTokens((body) => {
  const tokens: unknown = Array.isArray(body['data']) ? body['data'][0] : body
  return isObject(tokens) ? { token_type: 'bearer', ...tokens } : undefined
})

/**
 * Instagram, with Business Login. It is for professional accounts: the API for personal accounts was shut down in
 * December 2024. The profile has no e-mail address. Source:
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (the
 * authorization page, its scopes, an id per application) and
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started (`/me` and its
 * `fields`) (beginnings of the pages), 2026-11-21.
 * @unconfirmed The URL of the token endpoint, the form of its response, and all members except `username`.
 * @example
 * // with AUTH_INSTAGRAM_ID and AUTH_INSTAGRAM_SECRET set; the callback is /auth/callback/instagram
 * import Instagram from '@authwright/core/providers/instagram'
 * const config = { providers: [Instagram] }
 */
export const Instagram = <P extends InstagramProfile = InstagramProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'instagram',
  name: 'Instagram',
  type: 'oauth',
  authorization: {
    url: 'https://www.instagram.com/oauth/authorize',
    params: { scope: 'instagram_business_basic' },
  },
  token: { url: 'https://api.instagram.com/oauth/access_token', conform },
  userinfo: 'https://graph.instagram.com/me?fields=id,username,name,profile_picture_url',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username, name, profile_picture_url: image }) => ({ id, name: name ?? username, image }),
  style: { bg: '#fff', text: '#000' },
  icon,
  options,
})

export default Instagram
