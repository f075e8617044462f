import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Vipps MobilePay's userinfo response. It has no picture. */
export interface VippsProfile extends Profile {
  sub: string
}

/**
 * Vipps MobilePay. It has its own scope names, and the ID token has only `sub`. `issuer` can be the test environment,
 * `https://apitest.vipps.no/access-management-1.0/access/`. `email_verified` comes with the e-mail address. Source:
 * https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info, 2026-11-21.
 */
export const Vipps = (options: OIDCUserConfig<VippsProfile> = {}): OIDCConfig<VippsProfile> => ({
  id: 'vipps',
  name: 'Vipps',
  type: 'oidc',
  issuer: 'https://api.vipps.no/access-management-1.0/access/',
  authorization: { params: { scope: 'openid name email' } },
  idToken: false,
  trustAllEmails: true,
  style: { bg: '#f05c18', text: '#000' },
  options,
})

export default Vipps
