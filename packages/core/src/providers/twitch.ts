import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import { joinScopes } from './shared/responses.ts'
import icon from './icons/twitch-icon.ts'

/** The claims of Twitch's ID token. It has only the requested claims. */
export interface TwitchProfile extends OIDCProfile {}

/**
 * Twitch. `email_verified` is Twitch's own record. It is requested with the other claims. Source:
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/, 2026-11-21.
 * @example
 * // with AUTH_TWITCH_ID and AUTH_TWITCH_SECRET set; the callback is /auth/callback/twitch
 * import Twitch from '@authwright/core/providers/twitch'
 * const config = { providers: [Twitch] }
 */
export const Twitch = <P extends TwitchProfile = TwitchProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
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
  trustAllEmails: true,
  style: { bg: '#9146ff', text: '#fff' },
  icon,
  options,
})

export default Twitch
