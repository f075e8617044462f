import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/bungie-icon.ts'

/** The user profile that Bungie.net returns. It has no e-mail address. */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      /** A 64-bit integer as a string. */
      membershipId: string
      displayName?: string
      /** A path on www.bungie.net. */
      profilePicturePath?: string
    }
  }
  [member: string]: unknown
}

/**
 * Options of the Bungie entry.
 * @example const options: BungieUserConfig = { apiKey: process.env.BUNGIE_API_KEY }
 */
export type BungieUserConfig<P = BungieProfile> = OAuthUserConfig<P> & {
  /**
   * The application's API key, which every request must carry. Required. Read from `AUTH_BUNGIE_KEY` if not set.
   * @example apiKey: process.env.BUNGIE_API_KEY
   */
  apiKey?: string
}

const pictureOf = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : new URL(path, 'https://www.bungie.net/').href

/**
 * Bungie.net. It requires the application's `apiKey` in addition to the client id and secret. The scopes are set with
 * the registration; a request with a scope fails. Sources: https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 * (read in a copy) and https://bungie-net.github.io/multi/schema_User-UserMembershipData.html, 2026-11-21.
 * @example
 * import Bungie from '@authwright/core/providers/bungie'
 * // AUTH_BUNGIE_ID, AUTH_BUNGIE_SECRET and AUTH_BUNGIE_KEY are set; the callback is /auth/callback/bungie
 * const config = { providers: [Bungie] }
 */
export const Bungie = <P extends BungieProfile = BungieProfile>(
  options: BungieUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'bungie',
  name: 'Bungie',
  type: 'oauth',
  authorization: 'https://www.bungie.net/en/OAuth/Authorize',
  token: 'https://www.bungie.net/Platform/App/OAuth/token/',
  userinfo: {
    url: 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/',
    headers: { 'x-api-key': options.apiKey ?? '' },
  },
  profile: ({ Response: { bungieNetUser: user } }) => ({
    id: user.membershipId,
    name: user.displayName,
    image: pictureOf(user.profilePicturePath),
  }),
  style: { bg: '#0085ca', text: '#000' },
  icon,
  options,
})

export default Bungie
