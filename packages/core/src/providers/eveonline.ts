import { fromBase64url, fromUtf8 } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readClient } from './shared/client.ts'

/** The claims of the access token. */
export interface EVEOnlineProfile {
  /** `CHARACTER:EVE:` and the number of the character. */
  sub: string
  /** The name of the character. */
  name: string
  /** A hash of the account and the character. It changes when the character moves to another account. */
  owner: string
  /** The scopes that were granted. */
  scp?: string | string[]
  tenant?: string
  tier?: string
  region?: string
  [member: string]: unknown
}

const ISSUERS: readonly unknown[] = ['https://login.eveonline.com', 'login.eveonline.com']

/**
 * Read the claims of an access token. The signature is not verified, because the token came from the token endpoint
 * over TLS.
 */
const readClaims = (token: string, client: string): Record<string, unknown> => {
  const bytes = fromBase64url(token.split('.')[1] ?? '')
  const claims = bytes === null ? undefined : parseJson(fromUtf8(bytes))
  const { iss, aud } = isObject(claims) ? claims : {}
  if (!isObject(claims) || !ISSUERS.includes(iss) || ![aud].flat().includes(client))
    throw new Error('EVE Online returned an access token that is not for this application')
  return { ...claims }
}

const numberOf = (sub: string): string | undefined => /^CHARACTER:EVE:(\d+)$/.exec(sub)?.[1]

/**
 * EVE Online. A user signs in as a character. The access token is a JWT that names the character; there is no e-mail
 * address. The user's id is `owner`, not the number of the character: characters can be sold, and by the number the
 * buyer would sign in to the seller's account. An application that stored numbers maps them with its own `profile`
 * until it has stored owners. Source: https://docs.esi.evetech.net/docs/sso/validating_eve_jwt.html and
 * https://docs.esi.evetech.net/docs/best_practices.html (`owner`), 2026-11-21.
 * @example
 * // with AUTH_EVEONLINE_ID and AUTH_EVEONLINE_SECRET set; the callback is /auth/callback/eveonline
 * import EVEOnline from '@authwright/core/providers/eveonline'
 * const config = { providers: [EVEOnline] }
 */
export const EVEOnline = <P extends EVEOnlineProfile = EVEOnlineProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'eveonline',
  name: 'EVE Online',
  type: 'oauth',
  authorization: { url: 'https://login.eveonline.com/v2/oauth/authorize', params: { scope: 'publicData' } },
  token: 'https://login.eveonline.com/v2/oauth/token',
  userinfo: {
    request: ({ tokens, provider }) => readClaims(tokens.access_token ?? '', readClient(provider).id),
  },
  profile: ({ sub, name, owner: id }) => {
    const character = numberOf(sub)
    if (character === undefined) return { name }
    return { id, name, image: `https://images.evetech.net/characters/${character}/portrait` }
  },
  style: { bg: '#000', text: '#fff' },
  options,
})

export default EVEOnline
