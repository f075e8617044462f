import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/mattermost-icon.ts'

/** The response of `GET /api/v4/users/me`. */
export interface MattermostProfile {
  id: string
  /** Milliseconds since the epoch. */
  create_at: number
  update_at: number
  delete_at: number
  username?: string
  first_name?: string
  last_name?: string
  nickname?: string
  email?: string
  /** The server's own record. */
  email_verified?: boolean
  auth_data?: string
  auth_service?: string
  position?: string
  /** Separated by spaces. */
  roles: string
  /** Values are strings, also `'true'` and `'false'`. */
  notify_props?: Record<string, string>
  last_password_update?: number
  locale?: string
  timezone?: Record<'automaticTimezone' | 'manualTimezone' | 'useAutomaticTimezone', string>
  disable_welcome_email?: boolean
  terms_of_service_id?: string
  terms_of_service_create_at?: number
  [member: string]: unknown
}

/**
 * Mattermost. `issuer` is required: the server's URL, such as `https://chat.example.com`. There are no scopes.
 * `email_verified` is the server's own record. Source:
 * https://developers.mattermost.com/integrate/apps/authentication/oauth2/, https://api.mattermost.com (the schema
 * `User`) and server/channels/web/oauth.go of github.com/mattermost/mattermost, 2026-11-21.
 * @example
 * // with AUTH_MATTERMOST_ID, AUTH_MATTERMOST_SECRET and AUTH_MATTERMOST_ISSUER set; the callback is /auth/callback/mattermost
 * import Mattermost from '@authwright/core/providers/mattermost'
 * const config = { providers: [Mattermost] }
 */
export const Mattermost = <P extends MattermostProfile = MattermostProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'mattermost',
  name: 'Mattermost',
  type: 'oauth',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/access_token',
  userinfo: '{issuer}/api/v4/users/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username: name, email }) => ({ id, name, email }),
  emailVerified: ({ email_verified: verified }) => verified === true,
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Mattermost
