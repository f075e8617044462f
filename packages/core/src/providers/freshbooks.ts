import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /auth/api/v1/users/me`. The profile is in `response`. */
export interface FreshbooksProfile {
  response: { id: number; first_name?: string | null; last_name?: string | null; email?: string }
  [member: string]: unknown
}

/**
 * FreshBooks. Redirect URIs must use https. The profile does not say whether the e-mail address is verified. Source:
 * APIClient and User of https://github.com/freshbooks/freshbooks-nodejs-sdk, the official client, read in the package
 * @freshbooks/api 4.1.0 (URLs, the secret in the body, the members of a user) and
 * https://www.freshbooks.com/api/scopes, 2026-11-21.
 * @example
 * // with AUTH_FRESHBOOKS_ID and AUTH_FRESHBOOKS_SECRET set; the callback is /auth/callback/freshbooks
 * import Freshbooks from '@authwright/core/providers/freshbooks'
 * const config = { providers: [Freshbooks] }
 */
export const Freshbooks = <P extends FreshbooksProfile = FreshbooksProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'freshbooks',
  name: 'FreshBooks',
  type: 'oauth',
  authorization: { url: 'https://auth.freshbooks.com/oauth/authorize', params: { scope: 'user:profile:read' } },
  token: 'https://api.freshbooks.com/auth/oauth/token',
  userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { id, first_name: first, last_name: last, email } }) => ({
    id: String(id),
    name: [first, last].filter(Boolean).join(' '),
    email,
  }),
  style: { bg: '#0071d6', text: '#fff' },
  options,
})

export default Freshbooks
