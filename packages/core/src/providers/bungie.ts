import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Bungie.net tells of a person: no address is among it. */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      /** An integer of 64 bits as a text. */
      membershipId: string
      displayName?: string
      /** A path at www.bungie.net. */
      profilePicturePath?: string
    }
  }
  [member: string]: unknown
}

/** Options of the Bungie entry. */
export type BungieUserConfig = OAuthUserConfig<BungieProfile> & {
  /** The application's API key, which every request has to carry. Required; `AUTH_BUNGIE_KEY`. */
  apiKey?: string
}

const pictureOf = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : new URL(path, 'https://www.bungie.net/').href

/**
 * Bungie.net. Besides id and secret it wants the application's `apiKey`. Scopes are those of the registration; to ask for
 * one is an error. Sources: https://github.com/Bungie-net/api/wiki/OAuth-Documentation (read in a copy) and
 * https://bungie-net.github.io/multi/schema_User-UserMembershipData.html, 2026-11-21.
 */
export const Bungie = (options: BungieUserConfig = {}): OAuth2Config<BungieProfile> => ({
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
  options,
})

export default Bungie
