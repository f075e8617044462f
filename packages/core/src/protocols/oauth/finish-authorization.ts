import { once } from '../../base/async.ts'
import { causeOf, AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError } from '../../errors/error-classes.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { hasBegun, isTokenCurrent } from '../../base/time.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { LoggerInstance } from '../../types/config-options.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import type { ReceivedResponse } from '../../web/guarded-fetch.ts'
import { checkAttempt, checkAuthorizationResponse, type Grant } from './authorization-response.ts'
import { findServerMetadata, requireEndpoint } from './discovery.ts'
import {
  callProvider,
  conformResponse,
  excerpt,
  guardedFetch,
  invalidResponse,
  mediaType,
  readJsonResponse,
  type Evidence,
} from './provider-http.ts'
import { readIdentity, type OAuthIdentity } from './oauth-identity.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'
import { isFirstTime } from './shared-cache.ts'
import { fetchTokens } from './token-endpoint.ts'

/** Loaded with the first token that is verified: a plain OAuth provider sends none, and `jose` has many files. */
const loadIdToken = once(() => import('./id-token.ts'))

/** OpenID Connect Core §5.3.2: `iss` and `aud` of a signed response, if present, name the provider and this client. */
const readSignedUserinfo = async (grant: Grant, algorithm: string, response: ReceivedResponse): Promise<JsonObject> => {
  const { provider, server, runtime } = grant
  const { id, client } = provider
  const unfit = (evidence: Evidence): AuthError => invalidResponse(id, 'userinfo', 'unfit', evidence)
  if (mediaType(response) !== 'application/jwt')
    throw invalidResponse(id, 'userinfo', 'not signed', { status: response.status })
  const { audiencesOf, clockFix, verifyJwt } = await loadIdToken()
  const { claims } = await verifyJwt(grant, 'userinfo', new TextDecoder().decode(response.body), [algorithm])
  const { iss = server.issuer, aud = client.id, exp } = claims
  const now = runtime.now() / 1000
  // `exp` is optional here.
  const isCurrent = exp === undefined ? hasBegun(claims, now) : isTokenCurrent(claims, now)
  if (!isCurrent) throw unfit({ detail: 'not current', fix: clockFix(claims['iat'], now) })
  if (iss !== server.issuer) throw unfit({ claim: 'iss' })
  if (!audiencesOf(aud).includes(client.id)) throw unfit({ claim: 'aud' })
  return claims
}

const fetchUserinfo = async (grant: Grant, tokens: TokenSet): Promise<JsonObject> => {
  const { provider, server, runtime } = grant
  const { id, client, userinfo, hookContext } = provider
  if (userinfo.request !== undefined) {
    const fetch = guardedFetch(provider, 'userinfo', runtime)
    const profile: unknown = await userinfo.request({ tokens, provider: hookContext, fetch })
    if (isObject(profile)) return profile
    throw invalidResponse(id, 'userinfo', 'userinfo.request returned no profile')
  }
  const url = requireEndpoint(provider, 'userinfo', server.userinfo)
  const algorithm = client.metadata.userinfo_signed_response_alg
  // RFC 6750 §2.1: the token is in a header, because URLs are logged.
  const headers = {
    accept: algorithm === undefined ? 'application/json' : 'application/jwt',
    ...userinfo.headers,
    authorization: `Bearer ${tokens.access_token ?? ''}`,
  }
  const init = { method: userinfo.method ?? 'GET', headers }
  const received = await callProvider(provider, 'userinfo', runtime, url.href, init)
  const response = await conformResponse(userinfo.conform, received)
  const isSuccess = response.status >= 200 && response.status < 300
  return algorithm !== undefined && isSuccess
    ? readSignedUserinfo(grant, algorithm, response)
    : readJsonResponse(id, 'userinfo', response)
}

const fetchProfile = async (grant: Grant, tokens: TokenSet): Promise<Profile> => {
  const { provider } = grant
  // An ID token from a plain OAuth provider is stored with the tokens, but its claims are not used.
  const claims = provider.type === 'oidc' ? await (await loadIdToken()).readIdToken(grant, tokens) : undefined
  if (claims !== undefined && !provider.usesUserinfo) return claims
  const profile = await fetchUserinfo(grant, tokens)
  // An access token can be replaced by one of another user (OpenID Connect Core §5.3.2).
  if (claims !== undefined && profile['sub'] !== claims.sub)
    throw invalidResponse(provider.id, 'userinfo', 'another subject')
  return profile
}

/** Validate the authorization response and find out who the user is. */
export const finishAuthorization = async (
  provider: ResolvedOAuthProvider,
  checks: Grant['checks'],
  response: URLSearchParams,
  runtime: Runtime,
  log: LoggerInstance,
): Promise<OAuthIdentity> => {
  try {
    await checkAttempt({ provider, checks, response, runtime })
    const server = await findServerMetadata(provider, runtime)
    const grant: Grant = { provider, server, checks, response, runtime }
    checkAuthorizationResponse(grant)
    // An issuer that cannot be checked: the developer may have forgotten to configure it.
    const issuer = server.issuer === undefined ? excerpt(response.get('iss')) : undefined
    const problem = `provider "${provider.id}" sends the issuer "${issuer}"; set the option issuer to have it checked`
    if (issuer !== undefined && isFirstTime(runtime, `issuer-unknown ${provider.id}`))
      log.warn('issuer-unknown', problem)
    const tokens = await fetchTokens(grant)
    runtime.trace?.('tokens', { provider: provider.id, received: Object.keys(tokens), scope: tokens.scope })
    const profile = await fetchProfile(grant, tokens)
    runtime.trace?.('profile', { provider: provider.id, members: Object.keys(profile) })
    const added = provider.authorization.response?.(new URLSearchParams(response))
    const identity = await readIdentity(provider, { ...added, ...profile }, tokens)
    runtime.trace?.('identity', { provider: provider.id, emailVerified: identity.emailVerified })
    return identity
  } catch (error) {
    if (error instanceof AuthError) throw error
    // A hook of the application threw.
    const cause = { provider: provider.id, ...causeOf(error) }
    throw new CallbackRouteError(`The sign-in at provider "${provider.id}" failed`, cause)
  }
}
