import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { joinScopes } from './shared/responses.ts'
import icon from './icons/medium-icon.ts'

/** The response of `GET /v1/me`. The profile is in `data` and has no e-mail address. */
export interface MediumProfile {
  data: { id: string; username?: string; name?: string; imageUrl?: string }
  [member: string]: unknown
}

/**
 * Medium. It registers no new applications. Existing applications keep their access. Source:
 * https://github.com/Medium/medium-api-docs/blob/master/api.md, 2026-11-21.
 * @example
 * // with AUTH_MEDIUM_ID and AUTH_MEDIUM_SECRET set; the callback is /auth/callback/medium
 * import Medium from '@authwright/core/providers/medium'
 * const config = { providers: [Medium] }
 */
export const Medium = <P extends MediumProfile = MediumProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'medium',
  name: 'Medium',
  type: 'oauth',
  authorization: { url: 'https://medium.com/m/oauth/authorize', params: { scope: 'basicProfile' } },
  token: { url: 'https://api.medium.com/v1/tokens', conform: joinScopes },
  userinfo: 'https://api.medium.com/v1/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, name, imageUrl: image } }) => ({ id, name, image }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Medium
