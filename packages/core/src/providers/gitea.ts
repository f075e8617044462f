import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/gitea-icon.ts'

/** The claims of Gitea's ID token. */
export interface GiteaProfile extends OIDCProfile {}

/**
 * Gitea. `issuer` is required: the URL of the instance, such as `https://gitea.example.com`. Its `email_verified` says
 * only that the account is active, so no e-mail address counts as verified. Source:
 * https://docs.gitea.com/development/oauth2-provider, 2026-11-21.
 * @example
 * // with AUTH_GITEA_ID, AUTH_GITEA_SECRET and AUTH_GITEA_ISSUER set; the callback is /auth/callback/gitea
 * import Gitea from '@authwright/core/providers/gitea'
 * const config = { providers: [Gitea] }
 */
export const Gitea = <P extends GiteaProfile = GiteaProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'gitea',
  name: 'Gitea',
  type: 'oidc',
  emailVerified: () => false,
  style: { bg: '#3f6b1c', text: '#fff' },
  icon,
  options,
})

export default Gitea
