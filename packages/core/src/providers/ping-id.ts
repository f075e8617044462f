import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface PingIdProfile extends Profile {
  sub: string
}

/**
 * Ping Identity (PingOne). `issuer` is required: `https://auth.pingone.<region>/<environment>/as`. Source: https://apidocs.pingidentity.com/pingone/auth/v1/api/
 * (not looked at; as the ecosystem has it).
 */
export const PingId = (options: OIDCUserConfig<PingIdProfile> = {}): OIDCConfig<PingIdProfile> => ({
  id: 'ping-id',
  name: 'Ping Identity',
  type: 'oidc',
  options,
})

export default PingId
