import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the userinfo response. */
export interface IdentityServer4Profile extends UserinfoProfile {}

/**
 * IdentityServer4. `issuer` is required: the server's URL. Unless the client is configured otherwise, the ID token has
 * only `sub`, so the claims are read from the userinfo endpoint. Source:
 * https://identityserver4.readthedocs.io/en/latest/reference/client.html (read in
 * github.com/IdentityServer/IdentityServer4), 2026-11-21.
 * @example
 * // with AUTH_IDENTITY_SERVER4_ID, AUTH_IDENTITY_SERVER4_SECRET and AUTH_IDENTITY_SERVER4_ISSUER set; the callback is /auth/callback/identity-server4
 * import IdentityServer4 from '@authwright/core/providers/identity-server4'
 * const config = { providers: [IdentityServer4] }
 */
export const IdentityServer4 = <P extends IdentityServer4Profile = IdentityServer4Profile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'identity-server4',
  name: 'IdentityServer4',
  type: 'oidc',
  idToken: false,
  trustAllEmails: true,
  options,
})

export default IdentityServer4
