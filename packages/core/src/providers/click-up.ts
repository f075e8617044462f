import type { OAuth2Config, OAuthUserConfig, TokenEndpointHandler } from '../types/providers.ts'
import { readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/click-up-icon.ts'

/** The user profile that ClickUp returns. It does not say whether the e-mail address is verified. */
export interface ClickUpProfile {
  user: { id: number; username?: string | null; email?: string; profilePicture?: string | null }
  [member: string]: unknown
}

/** The token endpoint takes JSON. The token response has only `access_token`. */
const exchange: TokenEndpointHandler['request'] = async ({ params, provider, fetch }) => {
  const { id, secret, tokenUrl } = readClient(provider)
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: id, client_secret: secret, ...Object.fromEntries(params) }),
  })
  return readTokens('ClickUp', response)
}

/**
 * ClickUp. Users choose which workspaces the application can see. Source:
 * https://developer.clickup.com/docs/authentication, 2026-11-21.
 * @unconfirmed That the token request is JSON, and the members of `user`.
 * @example
 * // with AUTH_CLICK_UP_ID and AUTH_CLICK_UP_SECRET set; the callback is /auth/callback/click-up
 * import ClickUp from '@authwright/core/providers/click-up'
 * const config = { providers: [ClickUp] }
 */
export const ClickUp = <P extends ClickUpProfile = ClickUpProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'click-up',
  name: 'ClickUp',
  type: 'oauth',
  authorization: 'https://app.clickup.com/api',
  token: { url: 'https://api.clickup.com/api/v2/oauth/token', request: exchange },
  userinfo: 'https://api.clickup.com/api/v2/user',
  profile: ({ user: { id, username: name, email, profilePicture: image } }) => ({ id: String(id), name, email, image }),
  style: { bg: '#24292f', text: '#fff' },
  icon,
  options,
})

export default ClickUp
