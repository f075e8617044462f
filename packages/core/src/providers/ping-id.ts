import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface PingIdProfile extends OIDCProfile {
  /** The environment. */
  env?: string
  /** The organization. */
  org?: string
  'p1.region'?: string
}
/** The name of the profile in Auth.js. */
export type PingProfile = PingIdProfile

/**
 * Ping Identity (PingOne). `issuer` is required: `https://auth.pingone.<region>/<environment>/as`. Source:
 * https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2.html (beginning of the page) and
 * https://developer.pingidentity.com/pingone-api/foundations/pingone-roles-scopes-and-permissions/access-services-through-scopes-and-roles/openid-connect-oidc-scopes.html,
 * 2026-11-21.
 * @example
 * // with AUTH_PING_ID_ID, AUTH_PING_ID_SECRET and AUTH_PING_ID_ISSUER set; the callback is /auth/callback/ping-id
 * import PingId from '@authwright/core/providers/ping-id'
 * const config = { providers: [PingId] }
 */
export const PingId = <P extends PingIdProfile = PingIdProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'ping-id',
  name: 'Ping Identity',
  type: 'oidc',
  trustAllEmails: true,
  options,
})

export default PingId
