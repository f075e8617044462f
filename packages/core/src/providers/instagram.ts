import { isObject, parseJson } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Instagram tells of a professional account, of the fields that were asked for. */
export interface InstagramProfile {
  /** The same for one application only. */
  id: string
  username?: string
  name?: string
  profile_picture_url?: string
  [member: string]: unknown
}

/**
 * The documented answer is a list of one inside `data`, the answer met in the wild stands alone; neither has a
 * `token_type`.
 */
const conform = async (response: Response): Promise<Response | undefined> => {
  const body = response.ok ? parseJson(await response.text()) : undefined
  if (!isObject(body)) return undefined
  const { data } = body
  const tokens: unknown = Array.isArray(data) ? data[0] : body
  return isObject(tokens) ? Response.json({ token_type: 'bearer', ...tokens }) : undefined
}

/**
 * Instagram, by Business Login: for professional accounts, since the API for personal ones was shut down in December
 * 2024. No address is told. Source:
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (the
 * authorization page, its scopes, an id for one application) and
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started (`/me` and
 * its `fields`), their beginnings, 2026-11-21.
 * @unconfirmed The address of the token, the form of its answer, and the members but `username`.
 */
export const Instagram = (options: OAuthUserConfig<InstagramProfile> = {}): OAuth2Config<InstagramProfile> => ({
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
  options,
})

export default Instagram
