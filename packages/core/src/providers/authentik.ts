import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface AuthentikProfile extends Profile {
  sub: string
}

/**
 * Authentik. `issuer` is required, of the application and with the slash at its end:
 * `https://login.example.com/application/o/<slug>/`. Since 2025.10 it says of every address that it was not
 * verified, until the instance has a scope mapping that knows better. Before, it said of every address that it was, which is
 * true only where you made all of them: else give an older one `emailVerified: () => false`. Source:
 * https://docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address/, 2026-11-21.
 */
export const Authentik = (options: OIDCUserConfig<AuthentikProfile> = {}): OIDCConfig<AuthentikProfile> => ({
  id: 'authentik',
  name: 'Authentik',
  type: 'oidc',
  style: { bg: '#fd4b2d', text: '#000' },
  options,
})

export default Authentik
