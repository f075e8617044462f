import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the userinfo response. */
export interface DuendeIdentityServer6Profile extends UserinfoProfile {}
/** The name of the profile in Auth.js. */
export type DuendeISUser = DuendeIdentityServer6Profile

/**
 * Duende IdentityServer. `issuer` is required: the server's URL. Unless the client is configured otherwise, the ID
 * token has only `sub`, so the claims are read from the userinfo endpoint. PKCE is required. Source:
 * https://docs.duendesoftware.com/identityserver/reference/models/client/, 2026-11-21.
 * @example
 * // with AUTH_DUENDE_IDENTITY_SERVER6_ID, AUTH_DUENDE_IDENTITY_SERVER6_SECRET and AUTH_DUENDE_IDENTITY_SERVER6_ISSUER set; the callback is /auth/callback/duende-identity-server6
 * import DuendeIdentityServer6 from '@authwright/core/providers/duende-identity-server6'
 * const config = { providers: [DuendeIdentityServer6] }
 */
export const DuendeIdentityServer6 = <P extends DuendeIdentityServer6Profile = DuendeIdentityServer6Profile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
  type: 'oidc',
  idToken: false,
  trustAllEmails: true,
  options,
})

export default DuendeIdentityServer6
