import { defined, isObject, isString, nonEmpty, optional, type JsonObject } from '../../base/json.ts'
import { variableName } from '../../base/text.ts'
import { quote } from '../../errors/describe-error.ts'
import { toSeconds } from '../../base/time.ts'
import type { TokenSet } from '../../types/user.ts'
import type { Grant } from './authorization-response.ts'
import { sendForm } from './client-auth.ts'
import { requireEndpoint } from './discovery.ts'
import {
  conformResponse,
  forProvider,
  guardedFetch,
  invalidResponse,
  readExpiresIn,
  readJsonResponse,
  type Evidence,
} from './provider-http.ts'

const isText = (value: unknown): value is string => nonEmpty(value) !== undefined

/** The members of a token response (RFC 6749 §5.1). */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  access_token: isText,
  token_type: (type) => typeof type === 'string' && /^(?:bearer|dpop)$/i.test(type),
  expires_in: optional((value): value is number | string => readExpiresIn(value) !== undefined),
  refresh_token: optional(isText),
  id_token: optional(isText),
  scope: optional(isString),
}

/** Validate a token response. `expires_at` is computed with the clock of this server. */
const readTokens = (provider: string, response: JsonObject, now: number): TokenSet => {
  // Some providers send `null` for an absent member.
  const members: JsonObject = Object.fromEntries(Object.entries(response).filter(([, value]) => value !== null))
  const malformed = Object.entries(MEMBERS).find(([name, isValid]) => !isValid(members[name]))
  if (malformed !== undefined) throw invalidResponse(provider, 'token', 'malformed', { detail: malformed[0] })
  // All members of the standard were tested.
  const { token_type: type, expires_in: seconds, expires_at: _ignored, ...others } = members as TokenSet
  const expiresIn = readExpiresIn(seconds)
  const expiresAt = expiresIn === undefined ? undefined : toSeconds(now) + Math.floor(expiresIn)
  const tokenType = type?.toLowerCase() === 'dpop' ? 'dpop' : 'bearer'
  return { ...others, ...defined({ expires_in: expiresIn, expires_at: expiresAt }), token_type: tokenType }
}

/** What the developer can do if the provider refused the client. The errors of GitHub have names of their own. */
const tokenFix = ({ entryId, client }: Grant['provider'], redirectUri: string, { error, status }: Evidence) => {
  if (error === 'redirect_uri_mismatch') return `Register the callback URL ${redirectUri} at the provider`
  const isClient = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'].includes(String(error))
  if (!isClient && status !== 401) return undefined
  const [id, secret] = [variableName(entryId, 'clientId'), variableName(entryId, 'clientSecret')]
  return `Copy id and secret of the client from the provider again: ${id} is ${quote(client.id)}, and ${secret} is wrong or of another client`
}

/** Exchange the code for tokens (RFC 6749 §4.1.3). There is no retry, because a code is valid once (§4.1.2). */
export const fetchTokens = async (grant: Grant): Promise<TokenSet> => {
  const { provider, server, checks, response, runtime } = grant
  const { id, token, hookContext } = provider
  const { codeVerifier, state, nonce, redirectUri } = checks
  const params = new URLSearchParams({ code: response.get('code') ?? '', redirect_uri: redirectUri })
  if (provider.checks.pkce && codeVerifier !== undefined) params.set('code_verifier', codeVerifier)
  params.set('grant_type', 'authorization_code')
  if (token.request === undefined) {
    const received = await sendForm(grant, 'token', requireEndpoint(provider, 'token', server.token), params)
    const conformed = await conformResponse(token.conform, received)
    try {
      return readTokens(id, readJsonResponse(id, 'token', conformed), runtime.now())
    } catch (error) {
      throw forProvider(id, error, (evidence) => tokenFix(provider, redirectUri, evidence))
    }
  }
  const result: unknown = await token.request({
    params,
    response: new URLSearchParams(response),
    checks: defined({ code_verifier: codeVerifier, state, nonce }),
    provider: hookContext,
    fetch: guardedFetch(provider, 'token', runtime),
  })
  if (isObject(result) && isObject(result['tokens'])) return readTokens(id, result['tokens'], runtime.now())
  throw invalidResponse(id, 'token', 'token.request returned no tokens')
}
