import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/trakt-icon.ts'

/** A user. */
export interface TraktUser {
  username: string
  name?: string | null
  private?: boolean
  deleted?: boolean
  vip?: boolean
  vip_ep?: boolean
  /** `slug` is derived from the user name and changes with it. `uuid` does not change. */
  ids: { slug: string; uuid: string }
  joined_at?: string
  location?: string | null
  about?: string | null
  gender?: string | null
  age?: number | null
  images?: { avatar?: { full?: string | null } }
}

/** The response of `GET /users/settings`. The profile is in `user` and has no e-mail address. */
export interface TraktProfile {
  user: TraktUser
  [member: string]: unknown
}

/**
 * Trakt. The token request is JSON, and every API request names the application. The user's id is `uuid`, which Trakt
 * calls globally unique and intended for this, not `slug`: a user can give up a slug, and the next user of that slug
 * would sign in to the same account. An application that stored slugs maps them with its own `profile` until it has
 * stored uuids. Source: the contracts of `oauth` and `users/settings` in https://github.com/trakt/trakt-api,
 * https://docs.trakt.tv/docs/required-headers and https://docs.trakt.tv/reference/authentication (`uuid`), 2026-11-21.
 * @example
 * // with AUTH_TRAKT_ID and AUTH_TRAKT_SECRET set; the callback is /auth/callback/trakt
 * import Trakt from '@authwright/core/providers/trakt'
 * const config = { providers: [Trakt] }
 */
export const Trakt = <P extends TraktProfile = TraktProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'trakt',
  name: 'Trakt',
  type: 'oauth',
  authorization: 'https://trakt.tv/oauth/authorize',
  token: {
    url: 'https://api.trakt.tv/oauth/token',
    request: async ({ params, provider, fetch }) => {
      const { id, secret, tokenUrl } = readClient(provider)
      const body = JSON.stringify({ ...Object.fromEntries(params), client_id: id, client_secret: secret })
      const headers = { 'content-type': 'application/json' }
      return readTokens('Trakt', await fetch(tokenUrl, { method: 'POST', headers, body }))
    },
  },
  userinfo: {
    url: 'https://api.trakt.tv/users/settings',
    headers: { 'trakt-api-version': '2', 'trakt-api-key': '{clientId}' },
  },
  profile: ({ user: { ids, name, username, images } }) => ({
    id: ids.uuid,
    name: name || username,
    image: images?.avatar?.full,
  }),
  style: { bg: '#ED2224', text: '#000' },
  icon,
  options,
})

export default Trakt
