import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface BeyondIdentityProfile extends Profile {
  sub: string
}

/**
 * Beyond Identity. `issuer` is required, as the application's page shows it. Source: https://developer.beyondidentity.com
 * (not looked at; as the ecosystem has it).
 */
export const BeyondIdentity = (
  options: OIDCUserConfig<BeyondIdentityProfile> = {},
): OIDCConfig<BeyondIdentityProfile> => ({
  id: 'beyondidentity',
  name: 'Beyond Identity',
  type: 'oidc',
  style: { bg: '#4567ad', text: '#fff' },
  options,
})

export default BeyondIdentity
