import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface PassageProfile extends Profile {
  sub: string
}

/**
 * Passage by 1Password. `issuer` is required, as the application's page shows it: `https://<name>.withpassage.com`.
 * Source: https://docs.passage.id/hosted-login/oidc-client-configuration
 * (not looked at; as the ecosystem has it).
 */
export const Passage = (options: OIDCUserConfig<PassageProfile> = {}): OIDCConfig<PassageProfile> => ({
  id: 'passage',
  name: 'Passage',
  type: 'oidc',
  style: { bg: '#3d53f6', text: '#fff' },
  options,
})

export default Passage
