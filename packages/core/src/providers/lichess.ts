import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Lichess tells of a player, and the address, which it keeps apart. */
export interface LichessProfile {
  id: string
  username: string
  email?: string
  [member: string]: unknown
}

/**
 * Lichess. Applications are not registered: `clientId` is any name, there is no secret, and PKCE is required. An `id`
 * is the user name in small letters, which nobody can change or take over. Nothing says that an address is verified.
 * Sources: https://lichess.org/api#tag/OAuth and https://lichess.org/api#tag/Account (by their text in
 * github.com/lichess-org/api), and that no name is given out twice from Lichess's own code,
 * modules/api/src/main/AccountTermination.scala in github.com/lichess-org/lila, 2026-11-21.
 */
export const Lichess = (options: OAuthUserConfig<LichessProfile> = {}): OAuth2Config<LichessProfile> => ({
  id: 'lichess',
  name: 'Lichess',
  type: 'oauth',
  authorization: { url: 'https://lichess.org/oauth', params: { scope: 'email:read' } },
  token: 'https://lichess.org/api/token',
  userinfo: {
    request: async ({ tokens, fetch }) => {
      const ask = (path: string) =>
        fetch(`https://lichess.org${path}`, { headers: { authorization: `Bearer ${tokens.access_token ?? ''}` } })
      const response = await ask('/api/account')
      const account: unknown = response.ok ? await response.json() : undefined
      if (!isObject(account)) throw new Error(`Lichess answered ${response.status} to the question who signs in`)
      const mail = await ask('/api/account/email')
      const found: unknown = mail.ok ? await mail.json() : undefined
      return { ...account, ...(isObject(found) ? { email: found['email'] } : {}) }
    },
  },
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ id, username, email }) => ({ id, name: username, email }),
  style: { bg: '#262421', text: '#fff' },
  options,
})

export default Lichess
