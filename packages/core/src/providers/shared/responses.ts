import { isObject, parseExactObject, parseJson, type JsonObject } from '../../base/json.ts'
import type { UserinfoEndpointHandler } from '../../types/providers.ts'
import type { TokenSet } from '../../types/user.ts'
import { readClient } from './client.ts'

/**
 * Read the JSON object of a successful response, whatever its media type. Large integers become strings, because a user
 * id can be one. Throws an `Error` with the provider and the status.
 */
export const readObject = async (provider: string, response: Response): Promise<JsonObject> => {
  const body = response.ok ? parseExactObject(await response.text()) : undefined
  if (body !== undefined) return body
  throw new Error(`${provider} returned status ${response.status} without a JSON object`)
}

/** For `token.request`: read a token response. Adds the `token_type` of RFC 6749 §5.1 if it is missing. */
export const readTokens = async (provider: string, response: Response): Promise<{ tokens: TokenSet }> => {
  const tokens: TokenSet = { token_type: 'bearer' }
  Object.assign(tokens, await readObject(provider, response))
  return { tokens }
}

/**
 * For `token.conform`: add the `token_type` that RFC 6749 §5.1 requires, unless the response has one. Edits the text,
 * so that large integers in it are not rounded.
 */
export const withTokenType = async (response: Response): Promise<Response | undefined> => {
  if (!response.ok) return undefined
  const text = (await response.text()).replace(/^\s*\{/, '{"token_type":"bearer",')
  return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
}

/** For `token.conform`: change the JSON of a successful token response. `undefined` keeps the response unchanged. */
export const conformTokens =
  (change: (tokens: JsonObject) => JsonObject | undefined) =>
  async (response: Response): Promise<Response | undefined> => {
    const body = response.ok ? parseJson(await response.text()) : undefined
    const changed = isObject(body) ? change(body) : undefined
    return changed === undefined ? undefined : Response.json(changed)
  }

/** For `token.conform`: join a list of scopes to the one string that RFC 6749 §5.1 requires. */
export const joinScopes = conformTokens((tokens) =>
  Array.isArray(tokens['scope']) ? { ...tokens, scope: tokens['scope'].join(' ') } : undefined,
)

/** Fetch the profile with `Authorization: OAuth <token>`, a scheme older than Bearer (RFC 6750). */
export const fetchWithOAuthScheme =
  (name: string): NonNullable<UserinfoEndpointHandler['request']> =>
  async ({ tokens, provider, fetch }) => {
    const headers = { accept: 'application/json', authorization: `OAuth ${tokens.access_token ?? ''}` }
    return readObject(name, await fetch(readClient(provider).userinfoUrl, { headers }))
  }
