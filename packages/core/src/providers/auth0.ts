import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface Auth0Profile extends Profile {
  sub: string
}

/**
 * Auth0. `issuer` is required: the tenant's domain, such as `https://acme.eu.auth0.com`. `email_verified` is the
 * tenant's own record. Source: https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure, 2026-11-21.
 */
export const Auth0 = (options: OIDCUserConfig<Auth0Profile> = {}): OIDCConfig<Auth0Profile> => ({
  id: 'auth0',
  name: 'Auth0',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#eb5424', text: '#000' },
  options,
})

export default Auth0
