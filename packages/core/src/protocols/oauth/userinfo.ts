import { isObject, type JsonObject } from '../../base/json.ts'
import { hasBegun, isTokenCurrent } from '../../base/time.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { TokenSet } from '../../types/user.ts'
import { invalidResponse, guardedFetch, mediaType, readJsonResponse } from './provider-http.ts'
import { requireEndpoint } from './discovery.ts'
import { allowedAlgorithms, verifyJwt } from './id-token.ts'
import type { Grant } from './authorization-response.ts'

const callHook = async ({ provider }: Grant, tokens: TokenSet, runtime: Runtime): Promise<JsonObject> => {
  const fetch = guardedFetch(provider, 'userinfo', runtime)
  const profile: unknown = await provider.userinfo.request?.({ tokens, provider: provider.hookContext, fetch })
  if (isObject(profile)) return profile
  throw invalidResponse(provider.id, 'userinfo', 'userinfo.request returned no profile')
}

/** OpenID Connect Core §5.3.2: `iss` and `aud` of a signed response, if present, name the provider and this client. */
const readSigned = async (
  grant: Grant,
  algorithm: string,
  response: Response,
  runtime: Runtime,
): Promise<JsonObject> => {
  const { provider, server } = grant
  const { id, client } = provider
  if (mediaType(response) !== 'application/jwt')
    throw invalidResponse(id, 'userinfo', 'not signed', { status: response.status })
  const jwt = await response.text()
  const algorithms = allowedAlgorithms(algorithm, undefined)
  const { claims } = await verifyJwt({ provider, server, runtime }, 'userinfo', jwt, algorithms)
  const { iss, aud, exp } = claims
  const now = runtime.now() / 1000
  // `exp` is optional here.
  const isCurrent = exp === undefined ? hasBegun(claims, now) : isTokenCurrent(claims, now)
  if (!isCurrent) throw invalidResponse(id, 'userinfo', 'unfit', { detail: 'not current' })
  if (iss !== undefined && iss !== server.issuer) throw invalidResponse(id, 'userinfo', 'unfit', { claim: 'iss' })
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud ?? client.id]
  if (!audiences.includes(client.id)) throw invalidResponse(id, 'userinfo', 'unfit', { claim: 'aud' })
  return claims
}

const sendRequest = async (grant: Grant, tokens: TokenSet, runtime: Runtime): Promise<JsonObject> => {
  const { provider, server } = grant
  const url = requireEndpoint(provider, 'userinfo', server.userinfo)
  const { userinfo_signed_response_alg: algorithm } = provider.client.metadata
  // RFC 6750 §2.1: the token is in a header, because URLs are logged.
  const headers = {
    accept: algorithm === undefined ? 'application/json' : 'application/jwt',
    ...provider.userinfo.headers,
    authorization: `Bearer ${tokens.access_token ?? ''}`,
  }
  const { method = 'GET' } = provider.userinfo
  const response = await guardedFetch(provider, 'userinfo', runtime)(url.href, { method, headers })
  const conformed = (await provider.userinfo.conform?.(response.clone())) ?? response
  return algorithm !== undefined && conformed.ok
    ? readSigned(grant, algorithm, conformed, runtime)
    : readJsonResponse(provider.id, 'userinfo', conformed)
}

/**
 * Fetch the userinfo of the access token. If there is an ID token, both must have the same `sub`, because an access
 * token can be replaced by one of another user (OpenID Connect Core §5.3.2).
 */
export const fetchUserinfo = async (
  grant: Grant,
  tokens: TokenSet,
  subject: string | undefined,
  runtime: Runtime,
): Promise<JsonObject> => {
  const { provider } = grant
  const fetchProfile = provider.userinfo.request === undefined ? sendRequest : callHook
  const profile = await fetchProfile(grant, tokens, runtime)
  if (subject !== undefined && profile['sub'] !== subject)
    throw invalidResponse(provider.id, 'userinfo', 'another subject')
  return profile
}
