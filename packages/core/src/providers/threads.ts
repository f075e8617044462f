import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { withTokenType } from './shared/responses.ts'
import icon from './icons/threads-icon.ts'

/** The user profile that Threads returns, limited to the requested fields. */
export interface ThreadsProfile {
  id: string
  username?: string
  name?: string
  threads_profile_picture_url?: string
  threads_biography?: string
  [member: string]: unknown
}

/**
 * Threads. There is no e-mail address, and the token response has no `token_type`. Source:
 * https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions and
 * https://developers.facebook.com/documentation/threads/threads-profiles, 2026-11-21.
 * @example
 * // with AUTH_THREADS_ID and AUTH_THREADS_SECRET set; the callback is /auth/callback/threads
 * import Threads from '@authwright/core/providers/threads'
 * const config = { providers: [Threads] }
 */
export const Threads = <P extends ThreadsProfile = ThreadsProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'threads',
  name: 'Threads',
  type: 'oauth',
  authorization: { url: 'https://threads.com/oauth/authorize', params: { scope: 'threads_basic' } },
  token: { url: 'https://graph.threads.com/oauth/access_token', conform: withTokenType },
  userinfo: 'https://graph.threads.com/v1.0/me?fields=id,username,name,threads_profile_picture_url',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username, name, threads_profile_picture_url: image }) => ({ id, name: name ?? username, image }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Threads
