import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/simplelogin-icon.ts'

/** The claims of the ID token. */
export interface SimpleLoginProfile extends OIDCProfile {
  avatar_url?: string | null
  /** The name of the application. */
  client?: string
}

/**
 * SimpleLogin. The e-mail address is an alias of the user's address. `email_verified` is SimpleLogin's own record.
 * Source: the source code, https://github.com/simple-login/app/blob/master/app/jose_utils.py, 2026-11-21.
 * @example
 * // with AUTH_SIMPLELOGIN_ID and AUTH_SIMPLELOGIN_SECRET set; the callback is /auth/callback/simplelogin
 * import SimpleLogin from '@authwright/core/providers/simplelogin'
 * const config = { providers: [SimpleLogin] }
 */
export const SimpleLogin = <P extends SimpleLoginProfile = SimpleLoginProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'simplelogin',
  name: 'SimpleLogin',
  type: 'oidc',
  issuer: 'https://app.simplelogin.io',
  profile: ({ sub, name, email, avatar_url: image }) => ({ id: sub, name, email, image }),
  trustAllEmails: true,
  style: { bg: '#d01160', text: '#fff' },
  icon,
  options,
})

export default SimpleLogin
