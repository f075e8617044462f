import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Xero's ID token. */
export interface XeroProfile extends Profile {
  sub: string
  xero_userid?: string
}

/**
 * Xero. Nothing says that an address is verified, so none counts as such. Source:
 * https://developer.xero.com/documentation/guides/oauth2/auth-flow (not looked at; as the ecosystem has it).
 */
export const Xero = (options: OIDCUserConfig<XeroProfile> = {}): OIDCConfig<XeroProfile> => ({
  id: 'xero',
  name: 'Xero',
  type: 'oidc',
  issuer: 'https://identity.xero.com',
  profile: ({ sub, given_name: given, family_name: family, email }) => ({
    id: sub,
    name: [given, family].filter(Boolean).join(' '),
    email,
  }),
  style: { bg: '#0b6b8a', text: '#fff' },
  options,
})

export default Xero
