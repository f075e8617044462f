import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import icon from './icons/linear-icon.ts'

/** The response of Linear's `viewer` query. */
export interface LinearProfile {
  id: string
  name?: string
  email?: string
  avatarUrl?: string | null
  [member: string]: unknown
}

/** Linear has only a GraphQL API. */
const QUERY = JSON.stringify({ query: '{ viewer { id name email avatarUrl } }' })

/**
 * Linear. Scopes are separated by commas. Source: https://linear.app/developers/oauth-2-0-authentication, 2026-11-21.
 * @example
 * // with AUTH_LINEAR_ID and AUTH_LINEAR_SECRET set; the callback is /auth/callback/linear
 * import Linear from '@authwright/core/providers/linear'
 * const config = { providers: [Linear] }
 */
export const Linear = <P extends LinearProfile = LinearProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'linear',
  name: 'Linear',
  type: 'oauth',
  authorization: { url: 'https://linear.app/oauth/authorize', params: { scope: 'read' } },
  token: 'https://api.linear.app/oauth/token',
  userinfo: {
    request: async ({ tokens, fetch }) => {
      const authorization = `Bearer ${tokens.access_token ?? ''}`
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await fetch('https://api.linear.app/graphql', { method: 'POST', headers, body: QUERY })
      const { data } = await readObject('Linear', response)
      if (!isObject(data)) throw new Error('Linear returned no user')
      return data['viewer']
    },
  },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, email, avatarUrl: image }) => ({ id, name, email, image }),
  style: { bg: '#5e6ad2', text: '#fff' },
  icon,
  options,
})

export default Linear
