import type { UserinfoProfile } from '../types/user.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/linkedin-icon.ts'

/** The claims of LinkedIn's userinfo response. */
export interface LinkedInProfile extends UserinfoProfile {}

/**
 * LinkedIn. Its ID tokens have no nonce, so the claims are read from the userinfo endpoint. PKCE is only for native
 * applications that LinkedIn has enabled for it. For other applications the token endpoint returns `invalid_client`.
 * `email_verified` is LinkedIn's own record. Source:
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2, 2026-11-21.
 * @example
 * // with AUTH_LINKEDIN_ID and AUTH_LINKEDIN_SECRET set; the callback is /auth/callback/linkedin
 * import LinkedIn from '@authwright/core/providers/linkedin'
 * const config = { providers: [LinkedIn] }
 */
export const LinkedIn = <P extends LinkedInProfile = LinkedInProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'linkedin',
  name: 'LinkedIn',
  type: 'oauth',
  authorization: {
    url: 'https://www.linkedin.com/oauth/v2/authorization',
    params: { scope: 'openid profile email' },
  },
  token: 'https://www.linkedin.com/oauth/v2/accessToken',
  userinfo: 'https://api.linkedin.com/v2/userinfo',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  pkceUnsupported: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow-native',
  emailVerified: (profile) => profile.email_verified === true,
  style: { bg: '#0a66c2', text: '#fff' },
  icon,
  options,
})

export default LinkedIn
