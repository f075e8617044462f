import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /api/v1/user` tells of a person. */
export interface TodoistProfile {
  id: string
  email?: string
  full_name?: string
  avatar_big?: string | null
  [member: string]: unknown
}

/**
 * Todoist. Scopes are separated by commas. Whether the person is verified is told by `verification_status`, which a
 * sign-up by another social account sets too, so it is no word on the address. Source:
 * https://developer.todoist.com/api/v1, 2026-11-21.
 */
export const Todoist = (options: OAuthUserConfig<TodoistProfile> = {}): OAuth2Config<TodoistProfile> => ({
  id: 'todoist',
  name: 'Todoist',
  type: 'oauth',
  authorization: { url: 'https://todoist.com/oauth/authorize', params: { scope: 'data:read' } },
  token: 'https://todoist.com/oauth/access_token',
  userinfo: 'https://api.todoist.com/api/v1/user',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, full_name: name, email, avatar_big: image }) => ({ id, name, email, image }),
  style: { bg: '#E44332', text: '#000' },
  options,
})

export default Todoist
