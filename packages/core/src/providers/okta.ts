import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface OktaProfile extends Profile {
  sub: string
}

/**
 * Okta. `issuer` is required: the organisation's address, such as `https://acme.okta.com`, or that of an authorization server,
 * `https://acme.okta.com/oauth2/default`. `email_verified` is the organisation's own record.
 * Source: https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
 * (not looked at; as the ecosystem has it).
 */
export const Okta = (options: OIDCUserConfig<OktaProfile> = {}): OIDCConfig<OktaProfile> => ({
  id: 'okta',
  name: 'Okta',
  type: 'oidc',
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Okta
