import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface KindeProfile extends Profile {
  sub: string
}

/**
 * Kinde. `issuer` is required: the business's address, such as `https://acme.kinde.com`. Nothing documents
 * `email_verified` in its ID tokens; without it no address counts. Source:
 * https://docs.kinde.com/build/tokens/about-id-tokens/ and
 * https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/, 2026-11-21.
 */
export const Kinde = (options: OIDCUserConfig<KindeProfile> = {}): OIDCConfig<KindeProfile> => ({
  id: 'kinde',
  name: 'Kinde',
  type: 'oidc',
  style: { bg: '#fff', text: '#0f0f0f' },
  options,
})

export default Kinde
