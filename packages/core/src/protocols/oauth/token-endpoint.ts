import { allowInsecureRequests, authorizationCodeGrantRequest, customFetch, nopkce } from 'oauth4webapi'
import { isObject, nonEmpty } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import { PRODUCT } from '../../web/guarded-fetch.ts'
import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { TokenSet } from '../../types/user.ts'
import type { AuthorizationChecks } from './authorization-response.ts'
import { requireEndpoint } from './authorization-server.ts'
import { clientAuthentication, toAuthorizationServer, toClient } from './client-auth.ts'
import { invalidResponse } from './oauth-errors.ts'
import { guardedFetch, readExpiresIn, readJsonResponse } from './provider-http.ts'
import type { ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'

/** An attempt with a validated authorization response. */
export interface Grant {
  readonly provider: ResolvedOAuthProvider
  readonly server: ServerMetadata
  readonly checks: AuthorizationChecks
  /** The validated authorization response. */
  readonly response: URLSearchParams
}

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

const callHook = async (grant: Grant, runtime: Runtime): Promise<JsonObject> => {
  const { provider, checks, response } = grant
  const { codeVerifier, state, nonce, redirectUri } = checks
  const params = new URLSearchParams({
    grant_type: 'authorization_code',
    code: response.get('code') ?? '',
    redirect_uri: redirectUri,
  })
  if (provider.checks.pkce && codeVerifier !== undefined) params.set('code_verifier', codeVerifier)
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

const sendRequest = async ({ provider, server, checks, response }: Grant, runtime: Runtime): Promise<JsonObject> => {
  requireEndpoint(provider, 'token', server.token)
  const tokenResponse = await authorizationCodeGrantRequest(
    toAuthorizationServer(provider, server),
    toClient(provider),
    await clientAuthentication(provider, server, runtime),
    response,
    checks.redirectUri,
    provider.checks.pkce && checks.codeVerifier !== undefined ? checks.codeVerifier : nopkce,
    {
      [customFetch]: guardedFetch(provider, 'token', runtime),
      // The guarded fetch allows http for loopback addresses only.
      [allowInsecureRequests]: true,
      headers: { 'user-agent': PRODUCT },
    },
  )
  const conformed = await provider.token.conform?.(tokenResponse.clone())
  return readJsonResponse(provider.id, 'token', conformed ?? tokenResponse)
}

/** Exchange the code for tokens (RFC 6749 §4.1.3). There is no retry, because a code is valid once (§4.1.2). */
export const fetchTokens = async (grant: Grant, runtime: Runtime): Promise<TokenSet> => {
  const { provider } = grant
  const requestTokens = provider.token.request === undefined ? sendRequest : callHook
  return readTokens(provider.id, await requestTokens(grant, runtime), runtime.now())
}
