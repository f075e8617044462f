import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/coinbase-icon.ts'

/** The user profile that Coinbase returns. It does not say whether the e-mail address is verified. */
export interface CoinbaseProfile {
  data: { id: string; name?: string | null; email?: string | null; avatar_url?: string | null }
  [member: string]: unknown
}

/**
 * Coinbase, for applications that Coinbase has approved. The client secret is sent in the body. Source:
 * https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/reference, 2026-11-21.
 * @example
 * // with AUTH_COINBASE_ID and AUTH_COINBASE_SECRET set; the callback is /auth/callback/coinbase
 * import Coinbase from '@authwright/core/providers/coinbase'
 * const config = { providers: [Coinbase] }
 */
export const Coinbase = <P extends CoinbaseProfile = CoinbaseProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'coinbase',
  name: 'Coinbase',
  type: 'oauth',
  authorization: {
    url: 'https://login.coinbase.com/oauth2/auth',
    params: { scope: 'wallet:user:email wallet:user:read' },
  },
  token: 'https://login.coinbase.com/oauth2/token',
  userinfo: 'https://api.coinbase.com/v2/user',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, name, email, avatar_url: image } }) => ({ id, name, email, image }),
  style: { bg: '#0052ff', text: '#fff' },
  icon,
  options,
})

export default Coinbase
