import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { conformTokens, readObject } from './shared/responses.ts'
import icon from './icons/stackexchange-icon.ts'

/** The user profile that Stack Exchange returns. It has no e-mail address. */
export interface StackExchangeProfile {
  /** The same on every site of the network. `user_id` differs from site to site. */
  account_id: number
  display_name?: string
  profile_image?: string
  [member: string]: unknown
}

/**
 * Options of the Stack Exchange entry.
 * @example const options: StackExchangeUserConfig = { key: process.env.STACKEXCHANGE_KEY, site: 'serverfault' }
 */
export type StackExchangeUserConfig<P = StackExchangeProfile> = OAuthUserConfig<P> & {
  /**
   * The application's API key, which is not secret. Required.
   * @example key: process.env.STACKEXCHANGE_KEY
   */
  key?: string
  /**
   * The site whose profile is read. @default 'stackoverflow'
   * @example site: 'serverfault'
   */
  site?: string
}

const conform = conformTokens(({ expires, ...tokens }) => ({ ...tokens, expires_in: expires, token_type: 'bearer' }))

const readUser =
  (site: string, key: string) => async (context: { tokens: { access_token?: string }; fetch: typeof fetch }) => {
    const query = new URLSearchParams({ site, key, access_token: context.tokens.access_token ?? '' })
    const response = await context.fetch(`https://api.stackexchange.com/2.3/me?${query.toString()}`)
    const { items } = await readObject('Stack Exchange', response)
    const user: unknown = Array.isArray(items) ? items[0] : undefined
    if (!isObject(user)) throw new Error('Stack Exchange returned no user')
    return user
  }

/**
 * Stack Exchange. It requires the application's API `key` in addition to the client id and secret. The token response
 * has no `token_type` and calls the lifetime `expires`. Source: https://api.stackexchange.com/docs/authentication,
 * 2026-11-21.
 * @example
 * import StackExchange from '@authwright/core/providers/stackexchange'
 * // AUTH_STACKEXCHANGE_ID and AUTH_STACKEXCHANGE_SECRET are set; the callback is /auth/callback/stackexchange
 * const config = { providers: [StackExchange({ key: process.env.STACKEXCHANGE_KEY })] }
 */
export const StackExchange = <P extends StackExchangeProfile = StackExchangeProfile>(
  options: StackExchangeUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'stackexchange',
  name: 'Stack Exchange',
  type: 'oauth',
  authorization: 'https://stackoverflow.com/oauth',
  // Without `/json` the response is form-encoded.
  token: { url: 'https://stackoverflow.com/oauth/access_token/json', conform },
  userinfo: { request: readUser(options.site ?? 'stackoverflow', options.key ?? '') },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ account_id: id, display_name: name, profile_image: image }) => ({ id: String(id), name, image }),
  style: { bg: '#1e5397', text: '#fff' },
  icon,
  options,
})

export default StackExchange
