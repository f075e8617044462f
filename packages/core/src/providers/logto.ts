import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface LogtoProfile extends OIDCProfile {
  username?: string | null
  picture?: string | null
  phone_number_verified?: boolean
  custom_data?: object
  identities?: object
  sso_identities?: object[]
  roles?: string[]
  organizations?: string[]
  organization_data?: object[]
  organization_roles?: string[]
}

/**
 * Logto. `issuer` is required: `https://<tenant>.logto.app/oidc`, or the URL of a self-hosted instance. For a refresh
 * token add the scope `offline_access`. `email_verified` comes with the e-mail address. Source:
 * https://docs.logto.io/quick-starts (scopes and claims), 2026-11-21.
 * @example
 * // with AUTH_LOGTO_ID, AUTH_LOGTO_SECRET and AUTH_LOGTO_ISSUER set; the callback is /auth/callback/logto
 * import Logto from '@authwright/core/providers/logto'
 * const config = { providers: [Logto] }
 */
export const Logto = <P extends LogtoProfile = LogtoProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'logto',
  name: 'Logto',
  type: 'oidc',
  profile: ({ sub, name, username, email, picture: image }) => ({ id: sub, name: name ?? username, email, image }),
  trustAllEmails: true,
  style: { bg: '#5d34f2', text: '#fff' },
  options,
})

export default Logto
