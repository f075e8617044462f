import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Authelia's userinfo response. */
export interface AutheliaProfile extends UserinfoProfile {}

/**
 * Authelia. `issuer` is required: the URL of the portal, such as `https://auth.example.com`. Since version 4.39 the ID
 * token has little more than `sub`, so the claims are read from the userinfo endpoint. `email_verified` is documented
 * as always true: an administrator sets and vouches for the e-mail addresses. Source:
 * https://www.authelia.com/integration/openid-connect/introduction/ and
 * https://www.authelia.com/integration/openid-connect/openid-connect-1.0-claims/, 2026-11-21.
 * @example
 * // with AUTH_AUTHELIA_ID, AUTH_AUTHELIA_SECRET and AUTH_AUTHELIA_ISSUER set; the callback is /auth/callback/authelia
 * import Authelia from '@authwright/core/providers/authelia'
 * const config = { providers: [Authelia] }
 */
export const Authelia = <P extends AutheliaProfile = AutheliaProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'authelia',
  name: 'Authelia',
  type: 'oidc',
  idToken: false,
  trustAllEmails: true,
  style: { bg: '#113155', text: '#fff' },
  options,
})

export default Authelia
