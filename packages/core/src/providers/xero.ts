import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/xero-icon.ts'

/** The claims of Xero's ID token. */
export interface XeroProfile extends OIDCProfile {
  xero_userid?: string
}

/**
 * Xero. The ID token does not say whether the e-mail address is verified, so no e-mail address counts as verified.
 * Source: src/XeroClient.ts of https://github.com/XeroAPI/xero-node, the official client, 2026-11-21.
 * @example
 * // with AUTH_XERO_ID and AUTH_XERO_SECRET set; the callback is /auth/callback/xero
 * import Xero from '@authwright/core/providers/xero'
 * const config = { providers: [Xero] }
 */
export const Xero = <P extends XeroProfile = XeroProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'xero',
  name: 'Xero',
  type: 'oidc',
  issuer: 'https://identity.xero.com',
  profile: ({ sub, given_name: given, family_name: family, email }) => ({
    id: sub,
    name: [given, family].filter(Boolean).join(' '),
    email,
  }),
  trustAllEmails: false,
  style: { bg: '#0b6b8a', text: '#fff' },
  icon,
  options,
})

export default Xero
