import { parseExactObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import type { TokenSet } from '../../types/user.ts'

/**
 * The JSON object of a successful answer, whatever its media type, with large numbers kept exact: an id is among them.
 * Throws an `Error` with the provider and the status.
 */
export const readObject = async (provider: string, response: Response): Promise<JsonObject> => {
  const body = response.ok ? parseExactObject(await response.text()) : undefined
  if (body !== undefined) return body
  throw new Error(`${provider} answered ${response.status}, which is no JSON object`)
}

/** The tokens of an answer to `token.request`. RFC 6749 §5.1 requires `token_type`, which some leave out. */
export const readTokens = async (provider: string, response: Response): Promise<{ tokens: TokenSet }> => {
  const tokens: TokenSet = { token_type: 'bearer' }
  Object.assign(tokens, await readObject(provider, response))
  return { tokens }
}

/**
 * The same answer with the `token_type` that RFC 6749 §5.1 requires, for `token.conform`; one that is there wins. Done
 * on the text, so that no large number in it is rounded.
 */
export const withTokenType = async (response: Response): Promise<Response | undefined> => {
  if (!response.ok) return undefined
  const text = (await response.text()).replace(/^\s*\{/, '{"token_type":"bearer",')
  return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
}
