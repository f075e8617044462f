import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface PassageProfile extends OIDCProfile {
  client_id?: string
  phone?: string
  phone_number_verified?: boolean
}

/**
 * Passage by 1Password. `issuer` is required. The application's page in Passage shows it:
 * `https://<name>.withpassage.com`. It has no scope `profile` and gives no name and no picture. `email_verified` is the
 * application's own record. Source: https://docs.passage.id/hosted-login/oidc-client-configuration (scopes and claims),
 * 2026-11-21.
 * @unconfirmed The form of the issuer.
 * @example
 * // with AUTH_PASSAGE_ID, AUTH_PASSAGE_SECRET and AUTH_PASSAGE_ISSUER set; the callback is /auth/callback/passage
 * import Passage from '@authwright/core/providers/passage'
 * const config = { providers: [Passage] }
 */
export const Passage = <P extends PassageProfile = PassageProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'passage',
  name: 'Passage',
  type: 'oidc',
  authorization: { params: { scope: 'openid email' } },
  trustAllEmails: true,
  style: { bg: '#3d53f6', text: '#fff' },
  options,
})

export default Passage
