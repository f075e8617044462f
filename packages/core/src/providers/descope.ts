import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface DescopeProfile extends OIDCProfile {
  phone_number_verified?: boolean
}

/**
 * Descope. The issuer is built from the client id, which is the project id. The client secret is an access key. Set
 * `issuer` for a custom domain. Source:
 * https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints and
 * https://docs.descope.com/customize/auth/oidc/ (beginnings of the pages), 2026-11-21.
 * @example
 * // with AUTH_DESCOPE_ID and AUTH_DESCOPE_SECRET set; the callback is /auth/callback/descope
 * import Descope from '@authwright/core/providers/descope'
 * const config = { providers: [Descope] }
 */
export const Descope = <P extends DescopeProfile = DescopeProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'descope',
  name: 'Descope',
  type: 'oidc',
  issuer: 'https://api.descope.com/{clientId}',
  trustAllEmails: true,
  style: { bg: '#1c1c23', text: '#fff' },
  options,
})

export default Descope
