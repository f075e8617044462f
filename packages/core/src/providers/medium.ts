import { isObject, parseJson } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v1/me` tells of a person, inside `data`; no address is among it. */
export interface MediumProfile {
  data: { id: string; username?: string; name?: string; imageUrl?: string }
  [member: string]: unknown
}

/** Scopes come as a list, where RFC 6749 §5.1 has one text. */
const conform = async (response: Response): Promise<Response | undefined> => {
  const body = response.ok ? parseJson(await response.text()) : undefined
  if (!isObject(body) || !Array.isArray(body['scope'])) return undefined
  return Response.json({ ...body, scope: body['scope'].join(' ') })
}

/**
 * Medium. It gives new applications no access any more; those that have it keep it. Source:
 * https://github.com/Medium/medium-api-docs/blob/master/api.md, 2026-11-21.
 */
export const Medium = (options: OAuthUserConfig<MediumProfile> = {}): OAuth2Config<MediumProfile> => ({
  id: 'medium',
  name: 'Medium',
  type: 'oauth',
  authorization: { url: 'https://medium.com/m/oauth/authorize', params: { scope: 'basicProfile' } },
  token: { url: 'https://api.medium.com/v1/tokens', conform },
  userinfo: 'https://api.medium.com/v1/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, name, imageUrl: image } }) => ({ id, name, image }),
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Medium
