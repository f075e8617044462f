import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/patreon-icon.ts'

/** The response of `identity` (JSON:API), limited to the requested fields. */
export interface PatreonProfile {
  data: {
    id: string
    attributes: { full_name?: string; email?: string | null; image_url?: string; is_email_verified?: boolean }
  }
  [member: string]: unknown
}

const USERINFO = 'https://www.patreon.com/api/oauth2/v2/identity'

/**
 * Patreon, with version 2 of its API. The user ids are the same as in version 1. `is_email_verified` is documented as
 * whether the user confirmed the e-mail address. Source: https://docs.patreon.com/#oauth,
 * https://docs.patreon.com/#apiv2-oauth and https://docs.patreon.com/#user-v2 (read in
 * github.com/Patreon/platform-documentation), 2026-11-21.
 * @example
 * // with AUTH_PATREON_ID and AUTH_PATREON_SECRET set; the callback is /auth/callback/patreon
 * import Patreon from '@authwright/core/providers/patreon'
 * const config = { providers: [Patreon] }
 */
export const Patreon = <P extends PatreonProfile = PatreonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'patreon',
  name: 'Patreon',
  type: 'oauth',
  authorization: { url: 'https://www.patreon.com/oauth2/authorize', params: { scope: 'identity identity[email]' } },
  token: 'https://www.patreon.com/api/oauth2/token',
  userinfo: { url: USERINFO, params: { 'fields[user]': 'email,full_name,image_url,is_email_verified' } },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, attributes } }) => ({
    id,
    name: attributes.full_name,
    email: attributes.email,
    image: attributes.image_url,
  }),
  emailVerified: ({ data: { attributes } }) => attributes.is_email_verified === true,
  style: { bg: '#e85b46', text: '#000' },
  icon,
  options,
})

export default Patreon
