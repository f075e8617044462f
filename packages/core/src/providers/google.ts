import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/google-icon.ts'

/** The claims of Google's ID token. */
export interface GoogleProfile extends OIDCProfile {
  /** The Google Workspace domain, for accounts of one. */
  hd?: string
  /** The client id. */
  aud: string
  name: string
  given_name: string
  family_name?: string
  picture: string
  email: string
  email_verified: boolean
}

/**
 * Google. `email_verified` is Google's own record. Source:
 * https://developers.google.com/identity/openid-connect/reference, 2026-11-21.
 * @example
 * // with AUTH_GOOGLE_ID and AUTH_GOOGLE_SECRET set; the callback is /auth/callback/google
 * import Google from '@authwright/core/providers/google'
 * const config = { providers: [Google] }
 */
export const Google = <P extends GoogleProfile = GoogleProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'google',
  name: 'Google',
  type: 'oidc',
  issuer: 'https://accounts.google.com',
  trustAllEmails: true,
  style: { bg: '#fff', text: '#1f1f1f' },
  icon,
  options,
})

export default Google
