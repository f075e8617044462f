import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Keycloak's ID token with the scopes `profile` and `email`. */
export interface KeycloakProfile extends Profile {
  sub: string
}

/**
 * Keycloak. `issuer` is required and ends in the realm: `https://login.example.com/realms/main`. `email_verified` is
 * the realm's own record. Source: https://www.keycloak.org/securing-apps/oidc-layers, 2026-11-21.
 */
export const Keycloak = (options: OIDCUserConfig<KeycloakProfile> = {}): OIDCConfig<KeycloakProfile> => ({
  id: 'keycloak',
  name: 'Keycloak',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#428bca', text: '#fff' },
  options,
})

export default Keycloak
