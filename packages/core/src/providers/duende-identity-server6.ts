import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the userinfo response. */
export interface DuendeIdentityServer6Profile extends Profile {
  sub: string
}

/**
 * Duende IdentityServer. `issuer` is required: the server's URL. Unless the client is configured otherwise, the ID
 * token has only `sub`, so the claims are read from the userinfo endpoint. PKCE is required. Source:
 * https://docs.duendesoftware.com/identityserver/reference/models/client/, 2026-11-21.
 */
export const DuendeIdentityServer6 = (
  options: OIDCUserConfig<DuendeIdentityServer6Profile> = {},
): OIDCConfig<DuendeIdentityServer6Profile> => ({
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
  type: 'oidc',
  idToken: false,
  trustAllEmails: true,
  options,
})

export default DuendeIdentityServer6
