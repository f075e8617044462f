import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/hubspot-icon.ts'

/** The response of HubSpot's token introspection: the user who granted the access token, by id and e-mail address. */
export interface HubSpotProfile {
  active: boolean
  user_id: number
  /** The user's e-mail address. */
  user?: string
  hub_id?: number
  hub_domain?: string
  [member: string]: unknown
}

/**
 * HubSpot. There is no userinfo endpoint. The access token is introspected (RFC 7662), which gives an e-mail address
 * and no name. Source: https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide and
 * https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect, 2026-11-21.
 * @example
 * // with AUTH_HUBSPOT_ID and AUTH_HUBSPOT_SECRET set; the callback is /auth/callback/hubspot
 * import HubSpot from '@authwright/core/providers/hubspot'
 * const config = { providers: [HubSpot] }
 */
export const HubSpot = <P extends HubSpotProfile = HubSpotProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
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
      const token = { token: tokens.access_token ?? '', token_type_hint: 'access_token' }
      const body = new URLSearchParams({ ...client, ...token })
      const profile = await readObject('HubSpot', await fetch(userinfoUrl, { method: 'POST', body }))
      if (profile['active'] !== true) throw new Error('HubSpot says that its access token is not active')
      return profile
    },
  },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id: id, user }) => ({ id: String(id), name: user, email: user }),
  style: { bg: '#ff7a59', text: '#000' },
  icon,
  options,
})

export default HubSpot
