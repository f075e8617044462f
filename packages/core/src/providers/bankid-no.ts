import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of BankID's userinfo response. The ID token has no e-mail address. */
export interface BankIDNorwayProfile extends UserinfoProfile {
  /** The serial number of the user's certificate. */
  bankid_altsub?: string
  typ?: string
  session_state?: string
  /** The issuer of the certificate. */
  originator?: string
  additionalCertInfo?: {
    certValidFrom?: number
    certValidTo?: number
    serialNumber?: string
    keyAlgorithm?: string
    keySize?: string
    policyOid?: string
    certQualified?: boolean
    versionNumber?: string
    subjectName?: string
  }
  tid?: string
  /** The national identity number, if the application may get it. */
  nnin_altsub?: string
}

/**
 * BankID Norway. The userinfo response is signed, and its signature is verified. To preselect a sign-in option, pass it
 * on: `authorization: { params: { login_hint: 'BIS', ui_locales: 'no' } }`. `issuer` can be the test realm. The
 * response does not say whether the e-mail address is verified. Source:
 * https://confluence.bankidnorge.no/confluence/pdoidcl/technical-documentation/api, 2026-11-21.
 * @example
 * // with AUTH_BANKID_NO_ID and AUTH_BANKID_NO_SECRET set; the callback is /auth/callback/bankid-no
 * import BankIDNorway from '@authwright/core/providers/bankid-no'
 * const config = { providers: [BankIDNorway] }
 */
export const BankIDNorway = <P extends BankIDNorwayProfile = BankIDNorwayProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'bankid-no',
  name: 'BankID Norge',
  type: 'oidc',
  issuer: 'https://auth.bankid.no/auth/realms/prod',
  idToken: false,
  client: { userinfo_signed_response_alg: 'RS256' },
  trustAllEmails: false,
  style: { bg: '#39134c', text: '#fff' },
  options,
})

export default BankIDNorway
