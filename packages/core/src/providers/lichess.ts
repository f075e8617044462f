import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import icon from './icons/lichess-icon.ts'

/** The user profile that Lichess returns, and the e-mail address, which has a separate endpoint. */
export interface LichessProfile {
  id: string
  username: string
  email?: string
  [member: string]: unknown
}

/**
 * Lichess. Applications are not registered: `clientId` is any name, there is no secret, and PKCE is required. The `id`
 * is the user name in lower case, which does not change and is never given to another user. The response does not say
 * whether the e-mail address is verified. Sources: https://lichess.org/api#tag/OAuth and
 * https://lichess.org/api#tag/Account (read in github.com/lichess-org/api), and
 * modules/api/src/main/AccountTermination.scala in github.com/lichess-org/lila, the source code (a user name is not
 * given out twice), 2026-11-21.
 * @example
 * // with AUTH_LICHESS_ID set; the callback is /auth/callback/lichess
 * import Lichess from '@authwright/core/providers/lichess'
 * const config = { providers: [Lichess] }
 */
export const Lichess = <P extends LichessProfile = LichessProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'lichess',
  name: 'Lichess',
  type: 'oauth',
  authorization: { url: 'https://lichess.org/oauth', params: { scope: 'email:read' } },
  token: 'https://lichess.org/api/token',
  userinfo: {
    request: async ({ tokens, fetch }) => {
      const headers = { authorization: `Bearer ${tokens.access_token ?? ''}` }
      const account = await readObject('Lichess', await fetch('https://lichess.org/api/account', { headers }))
      const response = await fetch('https://lichess.org/api/account/email', { headers })
      const found: unknown = response.ok ? await response.json() : undefined
      return { ...account, ...(isObject(found) ? { email: found['email'] } : {}) }
    },
  },
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ id, username, email }) => ({ id, name: username, email }),
  style: { bg: '#262421', text: '#fff' },
  icon,
  options,
})

export default Lichess
