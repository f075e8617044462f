import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface PingIdProfile extends Profile {
  sub: string
}

/**
 * Ping Identity (PingOne). `issuer` is required: `https://auth.pingone.<region>/<environment>/as`. Source:
 * https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2.html (beginning of the page) and
 * https://developer.pingidentity.com/pingone-api/foundations/pingone-roles-scopes-and-permissions/access-services-through-scopes-and-roles/openid-connect-oidc-scopes.html,
 * 2026-11-21.
 */
export const PingId = (options: OIDCUserConfig<PingIdProfile> = {}): OIDCConfig<PingIdProfile> => ({
  id: 'ping-id',
  name: 'Ping Identity',
  type: 'oidc',
  trustAllEmails: true,
  options,
})

export default PingId
