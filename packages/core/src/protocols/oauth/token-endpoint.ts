import { genericTokenEndpointRequest } from 'oauth4webapi'
import { isObject, nonEmpty, type JsonObject, defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import type { TokenSet } from '../../types/user.ts'
import type { Grant } from './authorization-response.ts'
import { requireEndpoint } from './discovery.ts'
import { requestOptions, toRequestParties } from './client-auth.ts'
import { invalidResponse, guardedFetch, readExpiresIn, readJsonResponse } from './provider-http.ts'

/** Token types are compared in lower case (RFC 6749 §5.1). */
const isTokenType = (type: string | undefined): type is 'bearer' | 'dpop' => type === 'bearer' || type === 'dpop'

/** Validate a token response (RFC 6749 §5.1). `expires_at` is computed with the clock of this server. */
const readTokens = (provider: string, response: JsonObject, now: number): TokenSet => {
  // Some providers send `null` for an absent member.
  const members = Object.fromEntries(Object.entries(response).filter(([, value]) => value !== null))
  const { access_token: accessToken, token_type: type, expires_at: _ignored, ...others } = members
  const malformed = (member: string) => invalidResponse(provider, 'token', 'malformed', { detail: member })
  const readOptional = <Value>(member: string, read: (value: unknown) => Value | undefined): Value | undefined => {
    const value = read(others[member])
    if (value === undefined && others[member] !== undefined) throw malformed(member)
    return value
  }
  const tokenType = nonEmpty(type)?.toLowerCase()
  if (nonEmpty(accessToken) === undefined) throw malformed('access_token')
  if (!isTokenType(tokenType)) throw malformed('token_type')
  const expiresIn = readOptional('expires_in', readExpiresIn)
  return {
    ...others,
    ...defined({
      access_token: nonEmpty(accessToken),
      refresh_token: readOptional('refresh_token', nonEmpty),
      id_token: readOptional('id_token', nonEmpty),
      scope: readOptional('scope', (value) => (typeof value === 'string' ? value : undefined)),
      expires_in: expiresIn,
      expires_at: expiresIn === undefined ? undefined : toSeconds(now) + Math.floor(expiresIn),
    }),
    token_type: tokenType,
  }
}

const requestTokens = async (grant: Grant, params: URLSearchParams): Promise<JsonObject> => {
  const { provider, server, response, runtime } = grant
  const { id, token, hookContext } = provider
  if (token.request !== undefined) {
    const { codeVerifier, state, nonce } = grant.checks
    params.set('grant_type', 'authorization_code')
    const result: unknown = await token.request({
      params,
      response: new URLSearchParams(response),
      checks: defined({ code_verifier: codeVerifier, state, nonce }),
      provider: hookContext,
      fetch: guardedFetch(provider, 'token', runtime),
    })
    if (isObject(result) && isObject(result['tokens'])) return result['tokens']
    throw invalidResponse(id, 'token', 'token.request returned no tokens')
  }
  requireEndpoint(provider, 'token', server.token)
  const received = await genericTokenEndpointRequest(
    ...(await toRequestParties(provider, server, runtime)),
    'authorization_code',
    params,
    requestOptions(provider, 'token', runtime),
  )
  return readJsonResponse(id, 'token', (await token.conform?.(received.clone())) ?? received)
}

/** Exchange the code for tokens (RFC 6749 §4.1.3). There is no retry, because a code is valid once (§4.1.2). */
export const fetchTokens = async (grant: Grant): Promise<TokenSet> => {
  const { provider, checks, response, runtime } = grant
  const params = new URLSearchParams({ code: response.get('code') ?? '', redirect_uri: checks.redirectUri })
  if (provider.checks.pkce && checks.codeVerifier !== undefined) params.set('code_verifier', checks.codeVerifier)
  return readTokens(provider.id, await requestTokens(grant, params), runtime.now())
}
