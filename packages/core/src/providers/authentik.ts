import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/authentik-icon.ts'

/** The claims of the ID token. */
export interface AuthentikProfile extends OIDCProfile {
  groups?: string[]
}

/**
 * Authentik. `issuer` is required: the application's URL with a trailing slash,
 * `https://login.example.com/application/o/<slug>/`. Since version 2025.10 `email_verified` is false for every user
 * unless the instance has a scope mapping that sets it. In older versions it is true for every user. Unless an
 * administrator sets all e-mail addresses, set `emailVerified: () => false` for an older version. Source:
 * https://docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address/, 2026-11-21.
 * @example
 * // with AUTH_AUTHENTIK_ID, AUTH_AUTHENTIK_SECRET and AUTH_AUTHENTIK_ISSUER set; the callback is /auth/callback/authentik
 * import Authentik from '@authwright/core/providers/authentik'
 * const config = { providers: [Authentik] }
 */
export const Authentik = <P extends AuthentikProfile = AuthentikProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'authentik',
  name: 'Authentik',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#fd4b2d', text: '#000' },
  icon,
  options,
})

export default Authentik
