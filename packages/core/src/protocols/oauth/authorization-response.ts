import { sameSecret } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError, OAuthCallbackError } from '../../errors/error-classes.ts'
import { excerpt, invalidResponse } from './oauth-errors.ts'
import type { Evidence } from './oauth-errors.ts'
import { matchesIssuer } from './issuer.ts'
import type { ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'

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
