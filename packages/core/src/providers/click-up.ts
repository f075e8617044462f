import type { OAuth2Config, OAuthUserConfig, TokenEndpointHandler } from '../types/providers.ts'
import { readTokens } from './parts/answers.ts'
import { readClient } from './parts/client.ts'

/** What ClickUp tells of a person. Nothing says that the address was verified. */
export interface ClickUpProfile {
  user: { id: number; username?: string | null; email?: string; profilePicture?: string | null }
  [member: string]: unknown
}

/** It takes JSON, and answers with the token alone. */
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
 * ClickUp. People choose the workspaces that they show to the application. Source:
 * https://developer.clickup.com/docs/authentication, 2026-11-21.
 * @unconfirmed That the token is asked for in JSON, and the members of `user`.
 */
export const ClickUp = (options: OAuthUserConfig<ClickUpProfile> = {}): OAuth2Config<ClickUpProfile> => ({
  id: 'click-up',
  name: 'ClickUp',
  type: 'oauth',
  authorization: 'https://app.clickup.com/api',
  token: { url: 'https://api.clickup.com/api/v2/oauth/token', request: exchange },
  userinfo: 'https://api.clickup.com/api/v2/user',
  profile: ({ user: { id, username: name, email, profilePicture: image } }) => ({ id: String(id), name, email, image }),
  style: { bg: '#24292f', text: '#fff' },
  options,
})

export default ClickUp
