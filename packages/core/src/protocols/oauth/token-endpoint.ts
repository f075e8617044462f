import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  customFetch,
  nopkce,
  processAuthorizationCodeResponse,
} from 'oauth4webapi'
import type { TokenEndpointResponse } from 'oauth4webapi'
import { isObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import { PRODUCT } from '../../base/product.ts'
import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { TokenSet } from '../../types/user.ts'
import type { AuthorizationChecks } from './authorization-response.ts'
import { clientAuthentication, toAuthorizationServer, toClient } from './client-auth.ts'
import { refusal } from './oauth-errors.ts'
import { guardedFetch } from './oauth-fetch.ts'
import { readJsonAnswer } from './json-response.ts'
import { readLifetime } from './cache-lifetime.ts'
import type { ResolvedOAuthProvider, Server } from './resolved-oauth-provider.ts'
import { needAddress } from './authorization-server.ts'

/** An attempt whose answer was judged good. */
export interface Grant {
  readonly provider: ResolvedOAuthProvider
  readonly server: Server
  readonly checks: AuthorizationChecks
  /** The judged authorization response. */
  readonly answer: URLSearchParams
}

const withoutNulls = (body: JsonObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

/**
 * The library's judgement of the answer's members (RFC 6749 §5.1). The ID token is kept from it, because that one is
 * judged with its signature, by our own clock.
 */
const judge = async ({ provider, server }: Grant, body: JsonObject): Promise<TokenEndpointResponse> => {
  const { id_token: _apart, expires_in: _read, ...rest } = body
  try {
    const as = toAuthorizationServer(provider, server)
    return await processAuthorizationCodeResponse(as, toClient(provider), Response.json(rest))
  } catch (error) {
    // The message names the member; the error would carry the whole answer.
    throw refusal(
      provider.id,
      'token',
      'malformed',
      defined({ detail: error instanceof Error ? error.message : undefined }),
    )
  }
}

/** The tokens of an answer, or of an owner's own request; the instant of expiry worked out by our clock. */
const readTokens = async (grant: Grant, written: JsonObject, now: number): Promise<TokenSet> => {
  const body = withoutNulls(written)
  const { id_token: idToken, expires_in: lasts, expires_at: _ours, ...rest } = body
  const lifetime = readLifetime(lasts)
  if (lasts !== undefined && lifetime === undefined)
    throw refusal(grant.provider.id, 'token', 'malformed', { detail: 'expires_in' })
  if (idToken !== undefined && (typeof idToken !== 'string' || idToken === '')) {
    throw refusal(grant.provider.id, 'token', 'malformed', { detail: 'id_token' })
  }
  const judged = await judge(grant, body)
  return {
    ...rest,
    ...defined({
      access_token: judged.access_token,
      refresh_token: judged.refresh_token,
      scope: judged.scope,
      id_token: idToken,
    }),
    token_type: judged.token_type,
    ...(lifetime === undefined ? {} : { expires_in: lifetime, expires_at: toSeconds(now) + Math.floor(lifetime) }),
  }
}

const ownRequest = async (grant: Grant, runtime: Runtime): Promise<JsonObject> => {
  const { provider, checks, answer: response } = grant
  const { codeVerifier, state, nonce, redirectUri } = checks
  const params = new URLSearchParams({
    grant_type: 'authorization_code',
    code: response.get('code') ?? '',
    redirect_uri: redirectUri,
  })
  if (provider.checks.pkce && codeVerifier !== undefined) params.set('code_verifier', codeVerifier)
  const given: unknown = await provider.token.request?.({
    params,
    response: new URLSearchParams(response),
    checks: defined({ code_verifier: codeVerifier, state, nonce }),
    provider: provider.shown,
    fetch: guardedFetch(provider, 'token', runtime),
  })
  if (!isObject(given) || !isObject(given['tokens']))
    throw refusal(provider.id, 'token', 'token.request returned no tokens')
  return given['tokens']
}

const standardRequest = async ({ provider, server, checks, answer }: Grant, runtime: Runtime): Promise<JsonObject> => {
  needAddress(provider, 'token', server.token)
  const response = await authorizationCodeGrantRequest(
    toAuthorizationServer(provider, server),
    toClient(provider),
    await clientAuthentication(provider, server, runtime),
    answer,
    checks.redirectUri,
    provider.checks.pkce && checks.codeVerifier !== undefined ? checks.codeVerifier : nopkce,
    // The guard itself lets http pass to this machine only.
    {
      [customFetch]: guardedFetch(provider, 'token', runtime),
      [allowInsecureRequests]: true,
      headers: { 'user-agent': PRODUCT },
    },
  )
  const conformed = await provider.token.conform?.(response.clone())
  return readJsonAnswer(provider.id, 'token', conformed ?? response)
}

/** Exchange the code for tokens (RFC 6749 §4.1.3). Asked once: a code is good for one answer (§4.1.2). */
export const fetchTokens = async (grant: Grant, runtime: Runtime): Promise<TokenSet> => {
  const asked = grant.provider.token.request === undefined ? standardRequest : ownRequest
  return readTokens(grant, await asked(grant, runtime), runtime.now())
}
