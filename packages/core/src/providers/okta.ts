import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** What its userinfo tells. */
export interface OktaProfile extends Profile {
  sub: string
}

/**
 * Okta. `issuer` is required: the organisation's address, such as `https://acme.okta.com`, or that of an authorization server,
 * `https://acme.okta.com/oauth2/default`. ID tokens of a code flow are thin: `email_verified`, which is the organisation's own
 * record, and the picture are in userinfo. Sources: https://developer.okta.com/standards/OIDC/ and, measured by others,
 * https://github.com/UsefulSoftwareCo/executor/issues/1972, 2026-11-21.
 */
export const Okta = (options: OIDCUserConfig<OktaProfile> = {}): OIDCConfig<OktaProfile> => ({
  id: 'okta',
  name: 'Okta',
  type: 'oidc',
  idToken: false,
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Okta
