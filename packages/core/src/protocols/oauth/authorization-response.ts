import { type JsonObject, defined } from '../../base/json.ts'
import type { ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'
import { sameSecret } from '../../base/bytes.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError, OAuthCallbackError } from '../../errors/error-classes.ts'
import { excerpt, invalidResponse, type Evidence } from './provider-http.ts'

/** The id of a tenant: one path segment, so that a claim cannot change the rest of the issuer. */
const TENANT = /^[\w.-]{1,64}$/

const PLACEHOLDER = /^\{\w+\}$/

type IssuerClaims = Pick<ResolvedOAuthProvider, 'issuerClaims'>

/** Fill the placeholders of an issuer. Returns `undefined` if a value is missing or is not one path segment. */
const fillPlaceholders = (issuer: string, valueOf: (placeholder: string) => unknown): string | undefined => {
  let isComplete = true
  const filled = issuer.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = valueOf(name)
    if (typeof value === 'string' && TENANT.test(value)) return value
    isComplete = false
    return placeholder
  })
  return isComplete ? filled : undefined
}

/**
 * Whether an issuer matches the published one: letter for letter, except that each placeholder in `issuerClaims`
 * matches one path segment. Used for `iss` of an authorization response (RFC 9207 §2.4); the ID token must then name
 * the same tenant.
 */
export const matchesIssuer = ({ issuerClaims = {} }: IssuerClaims, published: string, issuer: string): boolean => {
  const placeholders = new Set(Object.keys(issuerClaims).map((name) => `{${name}}`))
  const [expected, found] = [published.split('/'), issuer.split('/')]
  const matches = (segment: string, i: number): boolean =>
    placeholders.has(segment) ? TENANT.test(found[i] ?? '') : segment === found[i]
  return expected.length === found.length && expected.every(matches)
}

/**
 * Whether a published issuer is the configured one (OpenID Connect Discovery §4.3). The slash after a host without a
 * path does not matter (RFC 3986 §6.2.3).
 */
export const matchesConfiguredIssuer = (
  provider: IssuerClaims & Pick<ResolvedOAuthProvider, 'issuer'>,
  published: string,
): boolean => {
  const { issuer: configured } = provider
  if (configured === undefined || new URL(published).href === new URL(configured).href) return true
  return matchesIssuer(provider, published, configured)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the configured issuer has a tenant id where the published one has a placeholder. */
const namesTenant = (published: string, configured: string): boolean => {
  const segments = configured.split('/')
  return published.split('/').some((segment, i) => PLACEHOLDER.test(segment) && UUID.test(segments[i] ?? ''))
}

/**
 * The issuer that an ID token must name: the published one, with placeholders filled by the token's claims. Returns
 * `undefined` if no issuer is acceptable, for example if the config names one tenant and the token is of another.
 */
export const expectedIssuer = (
  { issuer: configured, issuerClaims = {} }: IssuerClaims & Partial<Pick<ResolvedOAuthProvider, 'issuer'>>,
  published: string,
  claims: JsonObject,
): string | undefined => {
  const filled = fillPlaceholders(published, (placeholder) => claims[issuerClaims[placeholder] ?? ''])
  if (configured === undefined || !namesTenant(published, configured)) return filled
  return filled?.toLowerCase() === configured.toLowerCase() ? filled : undefined
}

/** What a sign-in attempt stores to check the authorization response and the ID token. */
export interface AuthorizationChecks {
  readonly redirectUri: string
  readonly state: string
  /** The hash of the client and server that the attempt began with; see `hashRegistration`. */
  readonly registration: string
  readonly nonce?: string
  readonly codeVerifier?: string
  readonly issuer?: string
  /** Seconds since the user authenticated at the provider, at most. */
  readonly maxAge?: number
  /** Authentication context classes that the sign-in request asked for. */
  readonly acr?: readonly string[]
  /** When the attempt began, in seconds since the epoch. */
  readonly started?: number
}

/** An attempt with the authorization response that belongs to it. */
export interface Grant {
  readonly provider: ResolvedOAuthProvider
  readonly server: ServerMetadata
  readonly checks: AuthorizationChecks
  readonly response: URLSearchParams
}

/** RFC 6749 appendix A.11: visible ASCII and space. The maximum length is not from the RFC. */
const CODE = /^[\x20-\x7e]{1,8192}$/

const failCheck = (provider: ResolvedOAuthProvider, reason: string, evidence = {}): AuthError =>
  authError('InvalidCheck', `The response of provider "${provider.id}" does not belong to this attempt`, {
    provider: provider.id,
    reason,
    ...evidence,
  })

/**
 * Check the state, and that the attempt still has the verifier and nonce it needs. This runs before any outbound
 * request. A missing verifier or nonce fails the sign-in: it never turns the check off (RFC 9700 §2.1.1).
 */
export const checkAttempt = (
  provider: ResolvedOAuthProvider,
  checks: AuthorizationChecks,
  response: URLSearchParams,
): void => {
  const [state, ...more] = response.getAll('state')
  if (state === undefined || more.length > 0 || checks.state === '' || !sameSecret(state, checks.state)) {
    throw failCheck(provider, 'state')
  }
  if (provider.checks.pkce && !checks.codeVerifier) throw failCheck(provider, 'pkce')
  if (provider.checks.nonce && !checks.nonce) throw failCheck(provider, 'nonce')
}

/**
 * RFC 9207 §2.4: the issuer of the response must be the server that the request went to. If the issuer is not known
 * there is nothing to compare; then the redirect URI, which differs for each provider, tells providers apart (RFC 9700
 * §4.4.2.2).
 */
const checkIssuer = ({ provider, server, checks, response }: Grant): void => {
  if (checks.issuer !== undefined && checks.issuer !== server.issuer) throw failCheck(provider, 'issuer changed')
  const [found, ...more] = response.getAll('iss')
  if (found === undefined && !server.sendsIssuer) return
  const { issuer } = server
  if (found !== undefined && more.length === 0 && (issuer === undefined || matchesIssuer(provider, issuer, found)))
    return
  throw failCheck(provider, 'iss', defined({ expected: issuer, found: excerpt(found) }))
}

/** Parameters that a response of the code flow contains at most once. */
const ONCE = ['code', 'iss', 'error', 'error_description', 'scope', 'session_state'] as const
/** Parameters of flows that were not requested (RFC 9700 §2.1.2), or of JARM. */
const OTHER_FLOWS = ['access_token', 'id_token', 'token', 'token_type', 'response'] as const

/** Check the parameters besides `state`. Throws `InvalidCheck` or `OAuthCallbackError`. */
export const checkAuthorizationResponse = (grant: Grant): void => {
  checkIssuer(grant)
  const { provider, response } = grant
  const fail = (reason: string, evidence: Evidence) => invalidResponse(provider.id, 'authorization', reason, evidence)
  // An `error` wins over a `code` (RFC 6749 §4.1.2.1).
  if (response.has('error')) {
    throw new OAuthCallbackError(`Provider "${provider.id}" refused`, {
      provider: provider.id,
      endpoint: 'authorization',
      reason: 'refused',
      error: excerpt(response.get('error')),
      ...defined({ description: excerpt(response.get('error_description') ?? undefined) }),
    })
  }
  const repeated = ONCE.find((name) => response.getAll(name).length > 1)
  if (repeated !== undefined) throw fail('repeated parameter', { parameter: repeated })
  const other = OTHER_FLOWS.find((name) => response.has(name))
  if (other !== undefined) throw fail('front channel', { parameter: other })
  if (!CODE.test(response.get('code') ?? '')) throw fail('no usable code', {})
}
