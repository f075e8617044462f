import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Frontegg's ID token. */
export interface FronteggProfile extends OIDCProfile {
  profilePictureUrl?: string | null
  tenantId?: string
  roles?: string[]
}

/**
 * Frontegg. `issuer` is required: the environment's login URL, such as `https://app-1234.frontegg.com`. The discovery
 * document is below `/oauth`. `email_verified` is the environment's own record. Source:
 * https://docs.frontegg.com/docs/native-hosted-login (beginning of the page: the sign-in page, PKCE is optional),
 * https://developers.frontegg.com/ciam/guides/security-center/token-management/claims,
 * packages/nextjs/src/types/index.ts of https://github.com/frontegg/frontegg-nextjs and users/interfaces.d.ts of the
 * package @frontegg/rest-api 7.119.0, the official clients (the claims and the picture), 2026-11-21.
 * @unconfirmed The URL of the discovery document.
 * @example
 * // with AUTH_FRONTEGG_ID, AUTH_FRONTEGG_SECRET and AUTH_FRONTEGG_ISSUER set; the callback is /auth/callback/frontegg
 * import Frontegg from '@authwright/core/providers/frontegg'
 * const config = { providers: [Frontegg] }
 */
export const Frontegg = <P extends FronteggProfile = FronteggProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'frontegg',
  name: 'Frontegg',
  type: 'oidc',
  wellKnown: '{issuer}/oauth/.well-known/openid-configuration',
  profile: ({ sub, name, email, profilePictureUrl: image }) => ({ id: sub, name, email, image }),
  trustAllEmails: true,
  style: { bg: '#4461f2', text: '#fff' },
  options,
})

export default Frontegg
