import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /api/v4/users/me`. */
export interface MattermostProfile {
  id: string
  username?: string
  first_name?: string
  last_name?: string
  email?: string
  /** The server's own record. */
  email_verified?: boolean
  [member: string]: unknown
}

/**
 * Mattermost. `issuer` is required: the server's URL, such as `https://chat.example.com`. There are no scopes.
 * `email_verified` is the server's own record. Source:
 * https://developers.mattermost.com/integrate/apps/authentication/oauth2/, https://api.mattermost.com (the schema
 * `User`) and server/channels/web/oauth.go of github.com/mattermost/mattermost, 2026-11-21.
 */
export const Mattermost = (options: OAuthUserConfig<MattermostProfile> = {}): OAuth2Config<MattermostProfile> => ({
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
  options,
})

export default Mattermost
