import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface BeyondIdentityProfile extends Profile {
  sub: string
}

/**
 * Beyond Identity. `issuer` is required, as the application's page shows it. `email_verified` is not among the claims
 * that are known, so no address counts. Source:
 * https://developer.beyondidentity.com/docs/v0/getting-started/oidc-configuration (its beginning, of an earlier
 * version: how a client proves itself), 2026-11-21.
 * @unconfirmed The claims beside `sub`.
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
