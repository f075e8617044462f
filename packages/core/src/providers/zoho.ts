import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/zoho-icon.ts'

/** The user profile that Zoho returns. */
export interface ZohoProfile {
  ZUID: number
  First_Name?: string
  Last_Name?: string
  Display_Name?: string
  Email?: string
  [member: string]: unknown
}

/**
 * Zoho. `issuer` is the accounts server of the data center, such as `https://accounts.zoho.eu`. It defaults to the
 * United States. The profile does not say whether the e-mail address is verified. Source:
 * https://www.zoho.com/accounts/protocol/oauth/js-apps/access-token.html (the authorization page, the scope),
 * https://www.zoho.com/accounts/protocol/oauth/use-access-token.html (the profile URL) and
 * https://www.zoho.com/mail/help/api/get-single-user.html (what a ZUID is: unique to a user), 2026-11-21.
 * @unconfirmed The members of the profile, including `ZUID`.
 * @example
 * // with AUTH_ZOHO_ID, AUTH_ZOHO_SECRET and AUTH_ZOHO_ISSUER set; the callback is /auth/callback/zoho
 * import Zoho from '@authwright/core/providers/zoho'
 * const config = { providers: [Zoho] }
 */
export const Zoho = <P extends ZohoProfile = ZohoProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'zoho',
  name: 'Zoho',
  type: 'oauth',
  issuer: 'https://accounts.zoho.com',
  authorization: { url: '{issuer}/oauth/v2/auth', params: { scope: 'AaaServer.profile.Read' } },
  token: '{issuer}/oauth/v2/token',
  userinfo: '{issuer}/oauth/user/info',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ ZUID: id, First_Name: first, Last_Name: last, Email: email }) => ({
    id: String(id),
    name: [first, last].filter(Boolean).join(' '),
    email,
  }),
  style: { bg: '#d92231', text: '#fff' },
  icon,
  options,
})

export default Zoho
