import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/atlassian-icon.ts'

/** The response of Atlassian's User Identity API. */
export interface AtlassianProfile {
  account_id: string
  name?: string
  email?: string | null
  picture?: string
  [member: string]: unknown
}

/**
 * Atlassian. The application needs the User Identity API. The profile does not say whether the e-mail address is
 * verified. Sources: https://developer.atlassian.com/cloud/oauth/getting-started/implementing-oauth-3lo,
 * https://developer.atlassian.com/cloud/oauth/getting-started/faq and
 * https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/ (`audience`), 2026-11-21.
 * @example
 * // with AUTH_ATLASSIAN_ID and AUTH_ATLASSIAN_SECRET set; the callback is /auth/callback/atlassian
 * import Atlassian from '@authwright/core/providers/atlassian'
 * const config = { providers: [Atlassian] }
 */
export const Atlassian = <P extends AtlassianProfile = AtlassianProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'atlassian',
  name: 'Atlassian',
  type: 'oauth',
  authorization: {
    url: 'https://auth.atlassian.com/authorize',
    params: { audience: 'api.atlassian.com', scope: 'read:me' },
  },
  token: 'https://auth.atlassian.com/oauth/token',
  userinfo: 'https://api.atlassian.com/me',
  profile: ({ account_id: id, name, email, picture: image }) => ({ id, name, email, image }),
  style: { bg: '#fff', text: '#0052cc' },
  icon,
  options,
})

export default Atlassian
