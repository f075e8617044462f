import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface PassageProfile extends Profile {
  sub: string
}

/**
 * Passage by 1Password. `issuer` is required, as the application's page shows it: `https://<name>.withpassage.com`. It
 * has no scope `profile`, and tells neither a name nor a picture. Source:
 * https://docs.passage.id/hosted-login/oidc-client-configuration, 2026-11-21; the form of the issuer as the ecosystem
 * has it.
 */
export const Passage = (options: OIDCUserConfig<PassageProfile> = {}): OIDCConfig<PassageProfile> => ({
  id: 'passage',
  name: 'Passage',
  type: 'oidc',
  authorization: { params: { scope: 'openid email' } },
  style: { bg: '#3d53f6', text: '#fff' },
  options,
})

export default Passage
