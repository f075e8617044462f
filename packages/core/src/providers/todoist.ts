import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/todoist-icon.ts'

/** The response of `GET /api/v1/user`. */
export interface TodoistProfile {
  id: string
  email?: string
  full_name?: string
  avatar_big?: string | null
  [member: string]: unknown
}

/**
 * Todoist. Scopes are separated by commas. `verification_status` says whether the user is verified. A sign-up with
 * another social account sets it too, so it says nothing about the e-mail address. Source:
 * https://developer.todoist.com/api/v1, 2026-11-21.
 * @example
 * // with AUTH_TODOIST_ID and AUTH_TODOIST_SECRET set; the callback is /auth/callback/todoist
 * import Todoist from '@authwright/core/providers/todoist'
 * const config = { providers: [Todoist] }
 */
export const Todoist = <P extends TodoistProfile = TodoistProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'todoist',
  name: 'Todoist',
  type: 'oauth',
  authorization: { url: 'https://todoist.com/oauth/authorize', params: { scope: 'data:read' } },
  token: 'https://todoist.com/oauth/access_token',
  userinfo: 'https://api.todoist.com/api/v1/user',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, full_name: name, email, avatar_big: image }) => ({ id, name, email, image }),
  style: { bg: '#E44332', text: '#000' },
  icon,
  options,
})

export default Todoist
