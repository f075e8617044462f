import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface OryHydraProfile extends Profile {
  sub: string
}

/**
 * Ory Hydra, and Ory Network. `issuer` is required: the public address, such as
 * `https://<project>.projects.oryapis.com`. What an ID token tells is what the consent application puts into it. The id
 * is `hydra`, so the variables begin with `AUTH_HYDRA_`. Source:
 * https://www.ory.com/docs/oauth2-oidc/authorization-code-flow (by its text in github.com/ory/docs), 2026-11-21.
 */
export const OryHydra = (options: OIDCUserConfig<OryHydraProfile> = {}): OIDCConfig<OryHydraProfile> => ({
  id: 'hydra',
  name: 'Hydra',
  type: 'oidc',
  style: { bg: '#fff', text: '#0f172a' },
  options,
})

export default OryHydra
