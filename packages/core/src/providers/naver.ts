import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/naver-icon.ts'

/** The response of `GET /v1/nid/me`, limited to what the user agreed to share. */
export interface NaverProfile {
  resultcode: string
  message: string
  response: { id: string; nickname?: string; name?: string; email?: string; profile_image?: string }
  [member: string]: unknown
}

/**
 * Naver. The requested data is set in its developer console, so there is no scope. The token request must repeat
 * `state`. The user can enter any e-mail address in the profile, so it does not count as verified. Source:
 * https://developers.naver.com/docs/login/api/api.md and https://developers.naver.com/docs/login/profile/profile.md
 * (read in github.com/naver/naver-openapi-guide), 2026-11-21.
 * @example
 * // with AUTH_NAVER_ID and AUTH_NAVER_SECRET set; the callback is /auth/callback/naver
 * import Naver from '@authwright/core/providers/naver'
 * const config = { providers: [Naver] }
 */
export const Naver = <P extends NaverProfile = NaverProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'naver',
  name: 'Naver',
  type: 'oauth',
  authorization: 'https://nid.naver.com/oauth2.0/authorize',
  token: {
    url: 'https://nid.naver.com/oauth2.0/token',
    request: async ({ params, response, provider, fetch }) => {
      const { id, secret, tokenUrl } = readClient(provider)
      const own = { client_id: id, client_secret: secret, state: response.get('state') ?? '' }
      const body = new URLSearchParams({ ...Object.fromEntries(params), ...own })
      return readTokens('Naver', await fetch(tokenUrl, { method: 'POST', body }))
    },
  },
  userinfo: 'https://openapi.naver.com/v1/nid/me',
  profile: ({ response: { id, nickname, name, email, profile_image: image } }) => ({
    id,
    name: nickname ?? name,
    email,
    image,
  }),
  style: { bg: '#03c75a', text: '#fff' },
  icon,
  options,
})

export default Naver
