import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/asana-icon.ts'

/** The user profile that Asana returns. It is in `data`. */
export interface AsanaProfile {
  data: { gid: string; name?: string; email?: string; photo?: { image_128x128?: string } | null }
  [member: string]: unknown
}

/**
 * Asana. The profile does not say whether the e-mail address is verified. Source:
 * https://developers.asana.com/docs/oauth (beginning of the page: both endpoint URLs), lib/auth/app.js of
 * https://github.com/Asana/node-asana (the secret in the body) and docs/UserResponse.md of
 * https://github.com/Asana/python-asana (the members of a user), the official clients, and
 * https://forum.asana.com/t/new-oauth-permission-scopes/1048556, the announcement (the scope), 2026-11-21.
 * @example
 * // with AUTH_ASANA_ID and AUTH_ASANA_SECRET set; the callback is /auth/callback/asana
 * import Asana from '@authwright/core/providers/asana'
 * const config = { providers: [Asana] }
 */
export const Asana = <P extends AsanaProfile = AsanaProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'asana',
  name: 'Asana',
  type: 'oauth',
  authorization: { url: 'https://app.asana.com/-/oauth_authorize', params: { scope: 'users:read' } },
  token: 'https://app.asana.com/-/oauth_token',
  userinfo: 'https://app.asana.com/api/1.0/users/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { gid, name, email, photo } }) => ({ id: gid, name, email, image: photo?.image_128x128 }),
  style: { bg: '#f06a6a', text: '#000' },
  icon,
  options,
})

export default Asana
