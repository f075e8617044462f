import type { UserinfoProfile, ProfileAddress } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** An address of a user. */
interface VippsAddress extends ProfileAddress {
  address_type?: string
}

/** The claims of Vipps MobilePay's userinfo response. It has no picture. */
export interface VippsProfile extends UserinfoProfile {
  accounts?: { account_name: string; account_number: number | string; bank_name: string }[]
  other_addresses?: VippsAddress[]
  /** The national identity number, with the scope `nin`. */
  nin?: string
  delegatedConsents?: {
    language: string
    heading: string
    termsDescription: string
    confirmConsentButtonText: string
    links: Record<'privacyStatementLinkText' | 'privacyStatementLinkUrl' | 'termsLinkText' | 'termsLinkUrl', string>
    timeOfConsent: string
    consents: { id: string; accepted: boolean; required: boolean; textDisplayedToUser: string }[]
  }
}

/**
 * Vipps MobilePay. It has its own scope names, and the ID token has only `sub`. `issuer` can be the test environment,
 * `https://apitest.vipps.no/access-management-1.0/access/`. `email_verified` comes with the e-mail address. Source:
 * https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info, 2026-11-21.
 * @example
 * // with AUTH_VIPPS_ID and AUTH_VIPPS_SECRET set; the callback is /auth/callback/vipps
 * import Vipps from '@authwright/core/providers/vipps'
 * const config = { providers: [Vipps] }
 */
export const Vipps = <P extends VippsProfile = VippsProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
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
