import { genericTokenEndpointRequest } from 'oauth4webapi'
import { isObject, nonEmpty, type JsonObject, defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import type { Runtime } from '../../runtime/engine.ts'
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

const callHook = async (grant: Grant, params: URLSearchParams, runtime: Runtime): Promise<JsonObject> => {
  const { provider, checks, response } = grant
  const { codeVerifier, state, nonce } = checks
  params.set('grant_type', 'authorization_code')
  const result: unknown = await provider.token.request?.({
    params,
    response: new URLSearchParams(response),
    checks: defined({ code_verifier: codeVerifier, state, nonce }),
    provider: provider.hookContext,
    fetch: guardedFetch(provider, 'token', runtime),
  })
  if (isObject(result) && isObject(result['tokens'])) return result['tokens']
  throw invalidResponse(provider.id, 'token', 'token.request returned no tokens')
}

const sendRequest = async (
  { provider, server }: Grant,
  params: URLSearchParams,
  runtime: Runtime,
): Promise<JsonObject> => {
  requireEndpoint(provider, 'token', server.token)
  const response = await genericTokenEndpointRequest(
    ...(await toRequestParties(provider, server, runtime)),
    'authorization_code',
    params,
    requestOptions(provider, 'token', runtime),
  )
  const conformed = await provider.token.conform?.(response.clone())
  return readJsonResponse(provider.id, 'token', conformed ?? response)
}

/** Exchange the code for tokens (RFC 6749 §4.1.3). There is no retry, because a code is valid once (§4.1.2). */
export const fetchTokens = async (grant: Grant, runtime: Runtime): Promise<TokenSet> => {
  const { provider, checks, response } = grant
  const params = new URLSearchParams({ code: response.get('code') ?? '', redirect_uri: checks.redirectUri })
  if (provider.checks.pkce && checks.codeVerifier !== undefined) params.set('code_verifier', checks.codeVerifier)
  const requestTokens = provider.token.request === undefined ? sendRequest : callHook
  return readTokens(provider.id, await requestTokens(grant, params, runtime), runtime.now())
}
