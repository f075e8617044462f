import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** What its userinfo tells. */
export interface DuendeIdentityServer6Profile extends Profile {
  sub: string
}

/**
 * Duende IdentityServer. `issuer` is required: the server's address. Unless a client is set up otherwise its ID tokens
 * name the person by `sub` only, so the rest comes from userinfo. PKCE is required. Source:
 * https://docs.duendesoftware.com/identityserver/reference/models/client/, 2026-11-21.
 */
export const DuendeIdentityServer6 = (
  options: OIDCUserConfig<DuendeIdentityServer6Profile> = {},
): OIDCConfig<DuendeIdentityServer6Profile> => ({
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
  type: 'oidc',
  idToken: false,
  options,
})

export default DuendeIdentityServer6
