import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/auth0-icon.ts'

/** The claims of the ID token. */
export interface Auth0Profile extends OIDCProfile {
  /** The following members are those of the Management API. A rule or an action of the tenant can add them. */
  app_metadata?: object
  blocked?: boolean
  created_at?: string
  identities?: {
    connection: string
    isSocial: boolean
    provider: string
    user_id: string
    profileData?: object
    [member: string]: unknown
  }[]
  last_ip?: string
  last_login?: string
  last_password_reset?: string
  logins_count?: number
  multifactor?: string | string[]
  phone_verified?: boolean
  user_id?: string
  user_metadata?: object
  username?: string
}

/**
 * Auth0. `issuer` is required: the tenant's domain, such as `https://acme.eu.auth0.com`. `email_verified` is the
 * tenant's own record. Source: https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure, 2026-11-21.
 * @example
 * // with AUTH_AUTH0_ID, AUTH_AUTH0_SECRET and AUTH_AUTH0_ISSUER set; the callback is /auth/callback/auth0
 * import Auth0 from '@authwright/core/providers/auth0'
 * const config = { providers: [Auth0] }
 */
export const Auth0 = <P extends Auth0Profile = Auth0Profile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'auth0',
  name: 'Auth0',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#eb5424', text: '#fff' },
  icon,
  options,
})

export default Auth0
