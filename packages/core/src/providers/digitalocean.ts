import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/digitalocean-icon.ts'

/** The account that DigitalOcean returns. It is in `account`. */
export interface DigitalOceanProfile {
  account: { uuid: string; name?: string; email?: string; email_verified?: boolean }
  [member: string]: unknown
}

/**
 * DigitalOcean. `email_verified` is documented as whether the user has verified the account by e-mail. Source:
 * https://docs.digitalocean.com/reference/api/oauth and specification/resources/account/models/account.yml of
 * https://github.com/digitalocean/openapi, 2026-11-21.
 * @example
 * // with AUTH_DIGITALOCEAN_ID and AUTH_DIGITALOCEAN_SECRET set; the callback is /auth/callback/digitalocean
 * import DigitalOcean from '@authwright/core/providers/digitalocean'
 * const config = { providers: [DigitalOcean] }
 */
export const DigitalOcean = <P extends DigitalOceanProfile = DigitalOceanProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'digitalocean',
  name: 'DigitalOcean',
  type: 'oauth',
  authorization: { url: 'https://cloud.digitalocean.com/v1/oauth/authorize', params: { scope: 'account:read' } },
  token: 'https://cloud.digitalocean.com/v1/oauth/token',
  userinfo: 'https://api.digitalocean.com/v2/account',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ account: { uuid, name, email } }) => ({ id: uuid, name, email }),
  emailVerified: ({ account }) => account.email_verified === true,
  style: { bg: '#0061eb', text: '#fff' },
  icon,
  options,
})

export default DigitalOcean
