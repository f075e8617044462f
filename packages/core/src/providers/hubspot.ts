import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './parts/answers.ts'
import { readClient } from './parts/client.ts'

/** What HubSpot tells of an access token: who allowed it, by number and by address. */
export interface HubSpotProfile {
  active: boolean
  user_id: number
  /** The person's address. */
  user?: string
  hub_id?: number
  hub_domain?: string
  [member: string]: unknown
}

/**
 * HubSpot. There is no userinfo: the token is introspected (RFC 7662), which tells an address and no name. Source:
 * https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide and
 * https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect, 2026-11-21.
 */
export const HubSpot = (options: OAuthUserConfig<HubSpotProfile> = {}): OAuth2Config<HubSpotProfile> => ({
  id: 'hubspot',
  name: 'HubSpot',
  type: 'oauth',
  authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
  token: 'https://api.hubapi.com/oauth/v3/token',
  userinfo: {
    url: 'https://api.hubapi.com/oauth/v3/token/introspect',
    request: async ({ tokens, provider, fetch }) => {
      const { id, secret, userinfoUrl } = readClient(provider)
      const client = { client_id: id, client_secret: secret }
      const asked = { token: tokens.access_token ?? '', token_type_hint: 'access_token' }
      const body = new URLSearchParams({ ...client, ...asked })
      const profile = await readObject('HubSpot', await fetch(userinfoUrl, { method: 'POST', body }))
      if (profile['active'] !== true) throw new Error('HubSpot does not know the token that it gave')
      return profile
    },
  },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id: id, user }) => ({ id: String(id), name: user, email: user }),
  style: { bg: '#ff7a59', text: '#000' },
  options,
})

export default HubSpot
