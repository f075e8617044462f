import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Canva tells of a person: no address is among it. */
export interface CanvaProfile {
  team_user: { user_id: string; team_id?: string }
  profile?: { display_name?: string }
  [member: string]: unknown
}

/**
 * Canva. It insists on PKCE; the name stands apart from the account and is a scope of its own. Source:
 * https://canva.dev/docs/connect/authentication (its beginning: the page of consent, PKCE with SHA-256),
 * https://canva.dev/docs/connect/api-reference/authentication,
 * https://canva.dev/docs/connect/api-reference/users/users-me,
 * https://www.canva.dev/docs/apps/rest-apis/reference/users/users-profile/ and
 * https://github.com/canva-sdks/canva-connect-api-starter-kit, 2026-11-21.
 */
export const Canva = (options: OAuthUserConfig<CanvaProfile> = {}): OAuth2Config<CanvaProfile> => ({
  id: 'canva',
  name: 'Canva',
  type: 'oauth',
  authorization: { url: 'https://www.canva.com/api/oauth/authorize', params: { scope: 'profile:read' } },
  token: 'https://api.canva.com/rest/v1/oauth/token',
  userinfo: {
    request: async ({ tokens, fetch }) => {
      const ask = async (path: string): Promise<object> => {
        const headers = { authorization: `Bearer ${tokens.access_token ?? ''}` }
        const response = await fetch(`https://api.canva.com/rest/v1/users${path}`, { headers })
        const answer: unknown = response.ok ? await response.json() : undefined
        if (!isObject(answer)) throw new Error(`Canva answered ${response.status} to the question who signs in`)
        return answer
      }
      return { ...(await ask('/me')), ...(await ask('/me/profile')) }
    },
  },
  profile: ({ team_user: { user_id: id }, profile }) => ({ id, name: profile?.display_name }),
  style: { bg: '#00696e', text: '#fff' },
  options,
})

export default Canva
