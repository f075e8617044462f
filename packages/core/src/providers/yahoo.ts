import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Yahoo's ID token. */
export interface YahooProfile extends OIDCProfile {}

/**
 * Yahoo. `email_verified` has the meaning of OpenID Connect, to which Yahoo says that it conforms. Source:
 * https://developer.yahoo.com/oauth2/guide/openid_connect/ (that it conforms),
 * https://developer.yahoo.com/oauth2/guide/openid_connect/getting_started.html and
 * https://developer.yahoo.com/sign-in-with-yahoo/ (beginnings of the pages: the flow, and that it brings an ID token),
 * 2026-11-21.
 * @unconfirmed The issuer, that ID tokens are signed with ES256, and the set of claims.
 * @example
 * // with AUTH_YAHOO_ID and AUTH_YAHOO_SECRET set; the callback is /auth/callback/yahoo
 * import Yahoo from '@authwright/core/providers/yahoo'
 * const config = { providers: [Yahoo] }
 */
export const Yahoo = <P extends YahooProfile = YahooProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'yahoo',
  name: 'Yahoo',
  type: 'oidc',
  issuer: 'https://api.login.yahoo.com',
  trustAllEmails: true,
  style: { bg: '#5f01d1', text: '#fff' },
  options,
})

export default Yahoo
