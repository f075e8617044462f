import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface DescopeProfile extends Profile {
  sub: string
}

/**
 * Descope. The issuer is made of the client id, which is the project's; `issuer` is for a domain of one's own. Source: https://docs.descope.com/customize/auth/oidc/
 * (not looked at; as the ecosystem has it).
 */
export const Descope = (options: OIDCUserConfig<DescopeProfile> = {}): OIDCConfig<DescopeProfile> => ({
  id: 'descope',
  name: 'Descope',
  type: 'oidc',
  issuer: 'https://api.descope.com/{clientId}',
  style: { bg: '#1c1c23', text: '#fff' },
  options,
})

export default Descope
