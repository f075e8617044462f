import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/gitee-icon.ts'

/** The user profile that Gitee returns. */
export interface GiteeProfile {
  id: number
  login: string
  name?: string
  email?: string | null
  avatar_url?: string
  [member: string]: unknown
}

/**
 * Gitee. The profile does not say whether the e-mail address is verified. Source: GiteeAuth of
 * https://github.com/vert-x3/vertx-auth, which Gitee wrote (URLs, scopes, the secret in the body), and
 * operations/types/basic.go of https://github.com/oschina/mcp-gitee, the official client (`GET /user`: `id`, `login`,
 * `name`, `avatar_url`), 2026-11-21.
 * @unconfirmed The member `email`.
 * @example
 * // with AUTH_GITEE_ID and AUTH_GITEE_SECRET set; the callback is /auth/callback/gitee
 * import Gitee from '@authwright/core/providers/gitee'
 * const config = { providers: [Gitee] }
 */
export const Gitee = <P extends GiteeProfile = GiteeProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'gitee',
  name: 'Gitee',
  type: 'oauth',
  authorization: { url: 'https://gitee.com/oauth/authorize', params: { scope: 'user_info emails' } },
  token: 'https://gitee.com/oauth/token',
  userinfo: 'https://gitee.com/api/v5/user',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, login, name, email, avatar_url: image }) => ({ id: String(id), name: name || login, email, image }),
  style: { bg: '#c71d23', text: '#fff' },
  icon,
  options,
})

export default Gitee
