import { isObject } from '../base/json.ts'
import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Twitch's ID token, which has only those that were asked for. */
export interface TwitchProfile extends Profile {
  sub: string
}

/** RFC 6749 §5.1 wants one text of scopes; Twitch sends a list. */
const joinScopes = async (response: Response): Promise<Response | undefined> => {
  const tokens: unknown = response.ok ? await response.json() : undefined
  if (!isObject(tokens) || !Array.isArray(tokens['scope'])) return undefined
  return Response.json({ ...tokens, scope: tokens['scope'].join(' ') })
}

/**
 * Twitch. `email_verified` is its own word, and is asked for with the other claims. Source:
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/, 2026-11-21.
 */
export const Twitch = (options: OIDCUserConfig<TwitchProfile> = {}): OIDCConfig<TwitchProfile> => ({
  id: 'twitch',
  name: 'Twitch',
  type: 'oidc',
  issuer: 'https://id.twitch.tv/oauth2',
  authorization: {
    params: {
      scope: 'openid user:read:email',
      claims: { id_token: { email: null, email_verified: null, picture: null, preferred_username: null } },
    },
  },
  token: { conform: joinScopes },
  style: { bg: '#65459b', text: '#fff' },
  options,
})

export default Twitch
