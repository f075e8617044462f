import { isObject } from '../base/json.ts'
import type { TokenSet } from '../types/identity.ts'
import type { OAuth2Config, OAuthUserConfig, TokenEndpointHandler } from '../types/providers.ts'

/** What ClickUp tells of a person. Nothing says that the address was verified. */
export interface ClickUpProfile {
  user: { id: number; username?: string | null; email?: string; profilePicture?: string | null }
  [member: string]: unknown
}

const TOKEN = 'https://api.clickup.com/api/v2/oauth/token'

/** It takes JSON, and answers with the token alone. */
const exchange: TokenEndpointHandler['request'] = async ({ params, provider, fetch }) => {
  const { clientId, clientSecret } = isObject(provider) ? provider : {}
  const response = await fetch(TOKEN, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...Object.fromEntries(params) }),
  })
  const answer: unknown = response.ok ? await response.json() : undefined
  if (!isObject(answer)) throw new Error(`ClickUp answered ${response.status} to the code`)
  const tokens: TokenSet = { ...answer, token_type: 'bearer' }
  return { tokens }
}

/**
 * ClickUp. People choose the workspaces that they show to the application. Source:
 * https://developer.clickup.com/docs/authentication, 2026-11-21.
 */
export const ClickUp = (options: OAuthUserConfig<ClickUpProfile> = {}): OAuth2Config<ClickUpProfile> => ({
  id: 'click-up',
  name: 'ClickUp',
  type: 'oauth',
  authorization: 'https://app.clickup.com/api',
  token: { request: exchange },
  userinfo: 'https://api.clickup.com/api/v2/user',
  profile: ({ user: { id, username: name, email, profilePicture: image } }) => ({ id: String(id), name, email, image }),
  style: { bg: '#24292f', text: '#fff' },
  options,
})

export default ClickUp
