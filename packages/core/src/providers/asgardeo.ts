import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface AsgardeoProfile extends OIDCProfile {}

/**
 * Asgardeo. `issuer` is required. The application's page in Asgardeo shows it:
 * `https://api.asgardeo.io/t/<organization>/oauth2/token`. Source:
 * https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs, 2026-11-21.
 * @example
 * // with AUTH_ASGARDEO_ID, AUTH_ASGARDEO_SECRET and AUTH_ASGARDEO_ISSUER set; the callback is /auth/callback/asgardeo
 * import Asgardeo from '@authwright/core/providers/asgardeo'
 * const config = { providers: [Asgardeo] }
 */
export const Asgardeo = <P extends AsgardeoProfile = AsgardeoProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'asgardeo',
  name: 'Asgardeo',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Asgardeo
