import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface KindeProfile extends OIDCProfile {
  first_name?: string
  last_name?: string
  preferred_email?: string
  provided_id?: string | null
  username?: string
  org_codes?: string[]
}

/**
 * Kinde. `issuer` is required: the URL of the business, such as `https://acme.kinde.com`. No documentation mentions
 * `email_verified` in its ID tokens. Without it no e-mail address counts as verified. Source:
 * https://docs.kinde.com/build/tokens/about-id-tokens/ and
 * https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/, 2026-11-21.
 * @example
 * // with AUTH_KINDE_ID, AUTH_KINDE_SECRET and AUTH_KINDE_ISSUER set; the callback is /auth/callback/kinde
 * import Kinde from '@authwright/core/providers/kinde'
 * const config = { providers: [Kinde] }
 */
export const Kinde = <P extends KindeProfile = KindeProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'kinde',
  name: 'Kinde',
  type: 'oidc',
  trustAllEmails: false,
  style: { bg: '#fff', text: '#0f0f0f' },
  options,
})

export default Kinde
