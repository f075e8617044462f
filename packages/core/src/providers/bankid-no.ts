import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** What BankID tells of a person; the address is in the userinfo answer only. */
export interface BankIDNorwayProfile extends Profile {
  sub: string
  /** The serial number of the person's certificate. */
  bankid_altsub?: string
}

/**
 * BankID Norway. Userinfo comes signed, and its signature is checked. To lead people to one way of signing in, pass it on:
 * `authorization: { params: { login_hint: 'BIS', ui_locales: 'no' } }`. `issuer` may be that of the test realm. Nothing says
 * that an address was verified. Source: https://confluence.bankidnorge.no/confluence/pdoidcl/technical-documentation/api,
 * 2026-11-21.
 */
export const BankIDNorway = (options: OIDCUserConfig<BankIDNorwayProfile> = {}): OIDCConfig<BankIDNorwayProfile> => ({
  id: 'bankid-no',
  name: 'BankID Norge',
  type: 'oidc',
  issuer: 'https://auth.bankid.no/auth/realms/prod',
  idToken: false,
  client: { userinfo_signed_response_alg: 'RS256' },
  style: { bg: '#39134c', text: '#fff' },
  options,
})

export default BankIDNorway
