import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Yahoo's ID token. */
export interface YahooProfile extends Profile {
  sub: string
}

/**
 * Yahoo. Its ID tokens are signed with ES256, and `email_verified` is its own word. Source:
 * https://developer.yahoo.com/sign-in-with-yahoo/ (not looked at in full; as the ecosystem has it).
 */
export const Yahoo = (options: OIDCUserConfig<YahooProfile> = {}): OIDCConfig<YahooProfile> => ({
  id: 'yahoo',
  name: 'Yahoo',
  type: 'oidc',
  issuer: 'https://api.login.yahoo.com',
  style: { bg: '#5f01d1', text: '#fff' },
  options,
})

export default Yahoo
