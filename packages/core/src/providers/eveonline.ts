import { fromBase64url, fromUtf8 } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readClient } from './parts/client.ts'

/** What the access token says of a character. */
export interface EVEOnlineProfile {
  /** `CHARACTER:EVE:` and the character's number. */
  sub: string
  /** The character's name. */
  name: string
  /** Another one when the character went to another account. */
  owner: string
  [member: string]: unknown
}

const ISSUERS: readonly unknown[] = ['https://login.eveonline.com', 'login.eveonline.com']

/** The claims of an access token. It came from the token endpoint itself over TLS, which stands for its signature. */
const readClaims = (token: string, client: string): Record<string, unknown> => {
  const bytes = fromBase64url(token.split('.')[1] ?? '')
  const claims = bytes === null ? undefined : parseJson(fromUtf8(bytes))
  const { iss, aud } = isObject(claims) ? claims : {}
  if (!isObject(claims) || !ISSUERS.includes(iss) || ![aud].flat().includes(client))
    throw new Error('EVE Online gave an access token that is not for this application')
  return { ...claims }
}

const numberOf = (sub: string): string | undefined => /^CHARACTER:EVE:(\d+)$/.exec(sub)?.[1]

/**
 * EVE Online. Who signs in is a character: the access token is a JWT that names it, and no address is told. A character
 * can be sold, and then `owner` changes and the id does not. Source:
 * https://docs.esi.evetech.net/docs/sso/validating_eve_jwt.html, 2026-11-21.
 */
export const EVEOnline = (options: OAuthUserConfig<EVEOnlineProfile> = {}): OAuth2Config<EVEOnlineProfile> => ({
  id: 'eveonline',
  name: 'EVE Online',
  type: 'oauth',
  authorization: { url: 'https://login.eveonline.com/v2/oauth/authorize', params: { scope: 'publicData' } },
  token: 'https://login.eveonline.com/v2/oauth/token',
  userinfo: {
    request: ({ tokens, provider }) => readClaims(tokens.access_token ?? '', readClient(provider).id),
  },
  profile: ({ sub, name }) => {
    const id = numberOf(sub)
    return { name, ...(id === undefined ? {} : { id, image: `https://images.evetech.net/characters/${id}/portrait` }) }
  },
  style: { bg: '#000', text: '#fff' },
  options,
})

export default EVEOnline
