import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'

/** The user profile that Canva returns. It has no e-mail address. */
export interface CanvaProfile {
  team_user: { user_id: string; team_id?: string }
  profile?: { display_name?: string }
  [member: string]: unknown
}

/**
 * Canva. PKCE is required. The name comes from a separate endpoint with its own scope. Source:
 * https://canva.dev/docs/connect/authentication (beginning of the page: the consent page, PKCE with SHA-256),
 * https://canva.dev/docs/connect/api-reference/authentication,
 * https://canva.dev/docs/connect/api-reference/users/users-me,
 * https://www.canva.dev/docs/apps/rest-apis/reference/users/users-profile/ and
 * https://github.com/canva-sdks/canva-connect-api-starter-kit, 2026-11-21.
 * @example
 * // with AUTH_CANVA_ID and AUTH_CANVA_SECRET set; the callback is /auth/callback/canva
 * import Canva from '@authwright/core/providers/canva'
 * const config = { providers: [Canva] }
 */
export const Canva = <P extends CanvaProfile = CanvaProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'canva',
  name: 'Canva',
  type: 'oauth',
  authorization: { url: 'https://www.canva.com/api/oauth/authorize', params: { scope: 'profile:read' } },
  token: 'https://api.canva.com/rest/v1/oauth/token',
  userinfo: {
    request: async ({ tokens, fetch }) => {
      const headers = { authorization: `Bearer ${tokens.access_token ?? ''}` }
      const read = async (path: string) =>
        readObject('Canva', await fetch(`https://api.canva.com/rest/v1/users${path}`, { headers }))
      return { ...(await read('/me')), ...(await read('/me/profile')) }
    },
  },
  profile: ({ team_user: { user_id: id }, profile }) => ({ id, name: profile?.display_name }),
  style: { bg: '#00696e', text: '#fff' },
  options,
})

export default Canva
