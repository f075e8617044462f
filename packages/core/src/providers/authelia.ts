import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Authelia's userinfo answer. */
export interface AutheliaProfile extends Profile {
  sub: string
}

/**
 * Authelia. `issuer` is required: the address of the portal, `https://auth.example.com`. Since 4.39 an ID token holds
 * the subject and little else, so the userinfo endpoint is asked. `email_verified` is documented as always true: the
 * addresses are the administrator's, who vouches for them. Source:
 * https://www.authelia.com/integration/openid-connect/introduction/ and
 * https://www.authelia.com/integration/openid-connect/openid-connect-1.0-claims/, 2026-11-21.
 */
export const Authelia = (options: OIDCUserConfig<AutheliaProfile> = {}): OIDCConfig<AutheliaProfile> => ({
  id: 'authelia',
  name: 'Authelia',
  type: 'oidc',
  idToken: false,
  style: { bg: '#113155', text: '#fff' },
  options,
})

export default Authelia
