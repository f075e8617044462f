import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/hydra-icon.ts'

/** The claims of the ID token. */
export interface OryHydraProfile extends OIDCProfile {
  rat?: number
  ver?: number | string
}

/**
 * Ory Hydra, and Ory Network. `issuer` is required: the public URL, such as `https://<project>.projects.oryapis.com`.
 * The consent application decides which claims the ID token has. The id is `hydra`, so the names of the environment
 * variables start with `AUTH_HYDRA_`. Source: https://www.ory.com/docs/oauth2-oidc/authorization-code-flow (read in
 * github.com/ory/docs), 2026-11-21.
 * @example
 * // with AUTH_HYDRA_ID, AUTH_HYDRA_SECRET and AUTH_HYDRA_ISSUER set; the callback is /auth/callback/hydra
 * import OryHydra from '@authwright/core/providers/ory-hydra'
 * const config = { providers: [OryHydra] }
 */
export const OryHydra = <P extends OryHydraProfile = OryHydraProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'hydra',
  name: 'Hydra',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#fff', text: '#0f172a' },
  icon,
  options,
})

export default OryHydra
