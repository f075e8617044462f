import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readTokens } from './parts/answers.ts'
import { readClient } from './parts/client.ts'

/** What `GET /users/settings` tells of a person, inside `user`; no address is among it. */
export interface TraktProfile {
  user: {
    username: string
    name?: string | null
    /** `slug` is made of the user name and changes with it; `uuid` stays. */
    ids: { slug: string; uuid: string }
    images?: { avatar?: { full?: string | null } }
  }
  [member: string]: unknown
}

/**
 * Trakt. Tokens are asked for in JSON, and every call names the application. People are known by `uuid`, which it
 * calls globally unique and meant for this: a `slug` can be given up and taken by somebody else, who would then enter
 * the account. An application that stored slugs maps them with a `profile` of its own until it has stored uuids.
 * Source: the contracts of `oauth` and `users/settings` in https://github.com/trakt/trakt-api,
 * https://docs.trakt.tv/docs/required-headers and https://docs.trakt.tv/reference/authentication (`uuid`),
 * 2026-11-21.
 */
export const Trakt = (options: OAuthUserConfig<TraktProfile> = {}): OAuth2Config<TraktProfile> => ({
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
  options,
})

export default Trakt
