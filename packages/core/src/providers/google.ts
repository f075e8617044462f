import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Google's ID token. */
export interface GoogleProfile extends Profile {
  sub: string
  /** The Google Workspace domain, for accounts of one. */
  hd?: string
}

/**
 * Google. `email_verified` is Google's own record. Source:
 * https://developers.google.com/identity/openid-connect/reference, 2026-11-21.
 */
export const Google = (options: OIDCUserConfig<GoogleProfile> = {}): OIDCConfig<GoogleProfile> => ({
  id: 'google',
  name: 'Google',
  type: 'oidc',
  issuer: 'https://accounts.google.com',
  trustAllEmails: true,
  style: { bg: '#1a73e8', text: '#fff' },
  options,
})

export default Google
