import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/okta-icon.ts'

/** The claims of the userinfo response. */
export interface OktaProfile extends UserinfoProfile {
  idp?: string
  ver?: number | string
}

/**
 * Okta. `issuer` is required: the organization's URL, such as `https://acme.okta.com`, or the URL of an authorization
 * server, such as `https://acme.okta.com/oauth2/default`. ID tokens of the code flow have few claims: the picture and
 * `email_verified`, which is the organization's own record, are in the userinfo response. Sources:
 * https://developer.okta.com/standards/OIDC/ and https://github.com/UsefulSoftwareCo/executor/issues/1972 (a
 * measurement by others), 2026-11-21.
 * @example
 * // with AUTH_OKTA_ID, AUTH_OKTA_SECRET and AUTH_OKTA_ISSUER set; the callback is /auth/callback/okta
 * import Okta from '@authwright/core/providers/okta'
 * const config = { providers: [Okta] }
 */
export const Okta = <P extends OktaProfile = OktaProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'okta',
  name: 'Okta',
  type: 'oidc',
  idToken: false,
  trustAllEmails: true,
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Okta
