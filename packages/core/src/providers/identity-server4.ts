import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the userinfo response. */
export interface IdentityServer4Profile extends Profile {
  sub: string
}

/**
 * IdentityServer4. `issuer` is required: the server's URL. Unless the client is configured otherwise, the ID token has
 * only `sub`, so the claims are read from the userinfo endpoint. Source:
 * https://identityserver4.readthedocs.io/en/latest/reference/client.html (read in
 * github.com/IdentityServer/IdentityServer4), 2026-11-21.
 */
export const IdentityServer4 = (
  options: OIDCUserConfig<IdentityServer4Profile> = {},
): OIDCConfig<IdentityServer4Profile> => ({
  id: 'identity-server4',
  name: 'IdentityServer4',
  type: 'oidc',
  idToken: false,
  trustAllEmails: true,
  options,
})

export default IdentityServer4
