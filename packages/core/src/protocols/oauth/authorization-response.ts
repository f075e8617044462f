import type { Awaitable } from '../../base/async.ts'
import { defined } from '../../base/json.ts'
import { sameSecret } from '../../base/bytes.ts'
import { OAuthCallbackError } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { ServerMetadata } from './discovery.ts'
import { matchesIssuer } from './issuer.ts'
import { excerpt, invalidCheck, invalidResponse, type Evidence } from './provider-http.ts'
import { endpointUrl } from './provider-options.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'

/** What a sign-in attempt stores to check the authorization response and the ID token. */
export interface AuthorizationChecks {
  readonly redirectUri: string
  readonly state: string
  /** The hash of the client and server that the attempt began with; see `hashRegistration`. */
  readonly registration: string
  readonly nonce?: string
  readonly codeVerifier?: string
  readonly issuer?: string
  readonly maxAge?: number
  readonly acr?: readonly string[]
  readonly created?: number
}

export interface ProviderContext {
  readonly provider: ResolvedOAuthProvider
  readonly server: ServerMetadata
  readonly runtime: Runtime
}

export interface Grant extends ProviderContext {
  readonly checks: AuthorizationChecks
  readonly response: URLSearchParams
}

/** RFC 6749 appendix A.11: visible ASCII and space. The maximum length is not from the RFC. */
const CODE = /^[\x20-\x7e]{1,8192}$/

const failCheck = ({ id }: ResolvedOAuthProvider, reason: string, evidence?: Evidence) =>
  invalidCheck(id, reason, `The response of provider "${id}" does not belong to this attempt`, evidence)

/** By provider, because a resolved provider never changes. */
const registrations = new WeakMap<ResolvedOAuthProvider, Awaitable<string>>()

/**
 * A hash of the client id and of the configured addresses, which keeps a code away from the endpoints of another tenant
 * with the same provider id (RFC 9700 §4.4.2). The published issuer is compared later: this check needs no request.
 */
export const hashRegistration = (provider: ResolvedOAuthProvider, runtime: Runtime): Awaitable<string> => {
  const known = registrations.get(provider)
  if (known !== undefined) return known
  const { client, issuer, discovery, token, userinfo, jwksUri } = provider
  const addresses = [discovery, endpointUrl(token, undefined), endpointUrl(userinfo, undefined), jwksUri]
  const hash = runtime.crypto.sha256(JSON.stringify([client.id, issuer, ...addresses.map((url) => url?.href)]))
  registrations.set(provider, hash)
  return hash
}

/** Check what needs no outbound request. A missing verifier or nonce never turns its check off (RFC 9700 §2.1.1). */
export const checkAttempt = async ({ provider, checks, response, runtime }: Omit<Grant, 'server'>): Promise<void> => {
  const [state, ...more] = response.getAll('state')
  if (state === undefined || more.length > 0 || checks.state === '' || !sameSecret(state, checks.state))
    throw failCheck(provider, 'state')
  if (provider.checks.pkce && !checks.codeVerifier) throw failCheck(provider, 'pkce')
  if (provider.checks.nonce && !checks.nonce) throw failCheck(provider, 'nonce')
  if ((await hashRegistration(provider, runtime)) === checks.registration) return
  throw invalidCheck(provider.id, 'client', `The attempt at provider "${provider.id}" began with another configuration`)
}

/** RFC 9207 §2.4. If the issuer is not known, the redirect URI tells providers apart (RFC 9700 §4.4.2.2). */
const checkIssuer = ({ provider, server, checks, response }: Grant): void => {
  if (checks.issuer !== undefined && checks.issuer !== server.issuer) throw failCheck(provider, 'issuer changed')
  const [found, ...more] = response.getAll('iss')
  const { issuer } = server
  const matches = (iss: string) => more.length === 0 && (issuer === undefined || matchesIssuer(provider, issuer, iss))
  if (found === undefined ? !server.sendsIssuer : matches(found)) return
  throw failCheck(provider, 'iss', defined({ expected: issuer, found: excerpt(found) }))
}

const ONCE = ['code', 'iss', 'error', 'error_description', 'scope', 'session_state'] as const
/** Parameters of flows that were not requested (RFC 9700 §2.1.2), or of JARM. */
const OTHER_FLOWS = ['access_token', 'id_token', 'token', 'token_type', 'response'] as const

const refusalFix = (error: string | undefined, redirectUri: string): string | undefined => {
  if (error === 'redirect_uri_mismatch')
    return `Register the callback URL ${redirectUri} at the provider, character by character`
  return error === 'access_denied' ? 'Nothing, if the user refused; else allow this user at the provider' : undefined
}

/** The codes for a user who refused, or who may not use the client: the standard's, that of Apple, and those of LinkedIn. */
const DENIALS: readonly (string | undefined)[] = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

/** The error that a provider sent instead of a code (RFC 6749 §4.1.2.1). */
export const refusedBy = ({ id }: ResolvedOAuthProvider, response: URLSearchParams, redirectUri: string) => {
  const [error, description] = ['error', 'error_description'].map((name) => excerpt(response.get(name)))
  const fix = refusalFix(error, redirectUri)
  const reason = DENIALS.includes(error) ? 'denied' : 'refused'
  const cause = { provider: id, endpoint: 'authorization', reason, ...defined({ error, description, fix }) }
  return new OAuthCallbackError(`Provider "${id}" refused`, cause)
}

export const checkAuthorizationResponse = (grant: Grant): void => {
  checkIssuer(grant)
  const { response, provider, checks } = grant
  const { id } = provider
  // An `error` wins over a `code` (RFC 6749 §4.1.2.1).
  if (response.has('error')) throw refusedBy(provider, response, checks.redirectUri)
  const repeated = ONCE.find((name) => response.getAll(name).length > 1)
  if (repeated !== undefined) throw invalidResponse(id, 'authorization', 'repeated parameter', { parameter: repeated })
  const other = OTHER_FLOWS.find((name) => response.has(name))
  if (other !== undefined) throw invalidResponse(id, 'authorization', 'front channel', { parameter: other })
  if (!CODE.test(response.get('code') ?? '')) throw invalidResponse(id, 'authorization', 'no usable code')
}
