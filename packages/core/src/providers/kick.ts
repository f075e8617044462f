import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/kick-icon.ts'

/** The user profile that Kick returns: a list with one element, in `data`. */
export interface KickProfile {
  data: { user_id: number; name?: string; email?: string; profile_picture?: string }[]
  [member: string]: unknown
}

/**
 * Kick. PKCE is required. The profile does not say whether the e-mail address is verified. Source:
 * https://docs.kick.com/getting-started/generating-tokens-oauth2-flow and https://docs.kick.com/scopes/scopes (read in
 * https://github.com/KickEngineering/KickDevDocs: URLs, PKCE, the secret in the body), 2026-11-21.
 * @unconfirmed The URL and the members of the profile.
 * @example
 * // with AUTH_KICK_ID and AUTH_KICK_SECRET set; the callback is /auth/callback/kick
 * import Kick from '@authwright/core/providers/kick'
 * const config = { providers: [Kick] }
 */
export const Kick = <P extends KickProfile = KickProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'kick',
  name: 'Kick',
  type: 'oauth',
  authorization: { url: 'https://id.kick.com/oauth/authorize', params: { scope: 'user:read' } },
  token: 'https://id.kick.com/oauth/token',
  userinfo: 'https://api.kick.com/public/v1/users',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: [user] }) => ({
    id: String(user?.user_id),
    name: user?.name,
    email: user?.email,
    image: user?.profile_picture,
  }),
  style: { bg: '#53fc18', text: '#000' },
  icon,
  options,
})

export default Kick
