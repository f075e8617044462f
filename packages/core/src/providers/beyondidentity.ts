import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface BeyondIdentityProfile extends OIDCProfile {}

/**
 * Beyond Identity. `issuer` is required. The application's page in Beyond Identity shows it. `email_verified` is not
 * among the known claims, so no e-mail address counts as verified. Source:
 * https://developer.beyondidentity.com/docs/v0/getting-started/oidc-configuration (beginning of the page, an earlier
 * version: client authentication), 2026-11-21.
 * @unconfirmed The claims other than `sub`.
 * @example
 * // with AUTH_BEYONDIDENTITY_ID, AUTH_BEYONDIDENTITY_SECRET and AUTH_BEYONDIDENTITY_ISSUER set; the callback is /auth/callback/beyondidentity
 * import BeyondIdentity from '@authwright/core/providers/beyondidentity'
 * const config = { providers: [BeyondIdentity] }
 */
export const BeyondIdentity = <P extends BeyondIdentityProfile = BeyondIdentityProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'beyondidentity',
  name: 'Beyond Identity',
  type: 'oidc',
  trustAllEmails: false,
  style: { bg: '#4567ad', text: '#fff' },
  options,
})

export default BeyondIdentity
