import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Google's ID token. */
export interface GoogleProfile extends Profile {
  sub: string
  /** The Workspace domain, for accounts of one. */
  hd?: string
}

/**
 * Google. Claims and issuer: developers.google.com/identity/openid-connect/openid-connect (read 2026-11-21), which says
 * that `email_verified` is true when the address was verified.
 */
export const Google = (options: OIDCUserConfig<GoogleProfile> = {}): OIDCConfig<GoogleProfile> => ({
  id: 'google',
  name: 'Google',
  type: 'oidc',
  issuer: 'https://accounts.google.com',
  emailVerified: (profile) => profile.email_verified === true,
  style: { bg: '#1a73e8', text: '#fff' },
  options,
})

export default Google
