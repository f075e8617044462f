import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** What its userinfo tells. */
export interface IdentityServer4Profile extends Profile {
  sub: string
}

/**
 * IdentityServer 4. `issuer` is required: the server's address. Unless a client is set up otherwise its ID tokens name
 * the person by `sub` only, so the rest comes from userinfo. Source:
 * https://identityserver4.readthedocs.io/en/latest/reference/client.html (by its text in
 * github.com/IdentityServer/IdentityServer4), 2026-11-21.
 */
export const IdentityServer4 = (
  options: OIDCUserConfig<IdentityServer4Profile> = {},
): OIDCConfig<IdentityServer4Profile> => ({
  id: 'identity-server4',
  name: 'IdentityServer4',
  type: 'oidc',
  idToken: false,
  options,
})

export default IdentityServer4
