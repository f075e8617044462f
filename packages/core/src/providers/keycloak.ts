import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/keycloak-icon.ts'

/** The claims of Keycloak's ID token with the scopes `profile` and `email`. */
export interface KeycloakProfile extends OIDCProfile {
  typ?: string
  session_state?: string
  /** Roles of the realm, if a mapper adds them to the ID token. */
  realm_access?: { roles: string[] }
  resource_access?: Record<string, { roles: string[] }>
  groups?: string[]
  user?: Record<string, unknown>
}

/**
 * Keycloak. `issuer` is required and ends in the realm: `https://login.example.com/realms/main`. `email_verified` is
 * the realm's own record. Source: https://www.keycloak.org/securing-apps/oidc-layers, 2026-11-21.
 * @example
 * // with AUTH_KEYCLOAK_ID, AUTH_KEYCLOAK_SECRET and AUTH_KEYCLOAK_ISSUER set; the callback is /auth/callback/keycloak
 * import Keycloak from '@authwright/core/providers/keycloak'
 * const config = { providers: [Keycloak] }
 */
export const Keycloak = <P extends KeycloakProfile = KeycloakProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'keycloak',
  name: 'Keycloak',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#4d4d4d', text: '#fff' },
  icon,
  options,
})

export default Keycloak
