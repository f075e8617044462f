import { validateAuthResponse } from 'oauth4webapi'
import { sameSecret } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError, OAuthCallbackError } from '../../errors/error-classes.ts'
import { toAuthorizationServer, toClient } from './client-auth.ts'
import { quote, refusal } from './oauth-errors.ts'
import { isNamed } from './issuer.ts'
import type { ResolvedOAuthProvider, Server } from './resolved-oauth-provider.ts'

/** What the transaction of an attempt remembers. */
export interface AuthorizationChecks {
  readonly redirectUri: string
  readonly state: string
  /** As which client at which server the attempt began. */
  readonly registration: string
  readonly nonce?: string
  readonly codeVerifier?: string
  readonly issuer?: string
  /** Seconds since the person proved who they are to the provider, at most. */
  readonly maxAge?: number
  /** Authentication context classes that the sign-in request asked for. */
  readonly acr?: readonly string[]
  /** When the attempt began, in seconds since the epoch. */
  readonly started?: number
}

/** RFC 6749 appendix A.11: visible ASCII and space. The length is ours. */
const CODE = /^[\x20-\x7e]{1,8192}$/

const failCheck = (provider: ResolvedOAuthProvider, reason: string, evidence = {}): AuthError =>
  authError('InvalidCheck', `The answer of provider "${provider.id}" does not belong to this attempt`, {
    provider: provider.id,
    reason,
    ...evidence,
  })

/**
 * What has to hold before anything is asked of anybody: the state is this attempt's, and the attempt still has what the
 * answer will be judged by. A lost verifier or nonce is a refusal, never a reason to go without (RFC 9700 §2.1.1).
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
 * RFC 9207 §2.4: whoever answers is who was asked. Compared letter for letter. Where nobody said who the provider is
 * there is nothing to compare with; the redirect URI, which is each provider's own, tells them apart (RFC 9700 §4.4.2.2).
 */
const checkIssuer = (
  provider: ResolvedOAuthProvider,
  server: Server,
  asked: string | undefined,
  response: URLSearchParams,
): void => {
  if (asked !== undefined && asked !== server.issuer) throw failCheck(provider, 'issuer changed')
  const [found, ...more] = response.getAll('iss')
  if (found === undefined && !server.sendsIssuer) return
  const { issuer } = server
  if (found !== undefined && more.length === 0 && (issuer === undefined || isNamed(provider, issuer, found))) return
  throw failCheck(provider, 'iss', defined({ expected: issuer, found: quote(found) }))
}

/** What an answer says of its issuer where nobody can tell whether that is true. */
export const uncheckedIssuer = (server: Server, response: URLSearchParams): string | undefined =>
  server.issuer === undefined ? quote(response.get('iss')) : undefined

/** What the provider says when it says no. The code error wins over a code (RFC 6749 §4.1.2.1). */
const checkGranted = (provider: ResolvedOAuthProvider, response: URLSearchParams): void => {
  if (!response.has('error')) return
  throw new OAuthCallbackError(`Provider "${provider.id}" refused`, {
    provider: provider.id,
    endpoint: 'authorization',
    reason: 'refused',
    error: quote(response.get('error')),
    ...defined({ description: quote(response.get('error_description') ?? undefined) }),
  })
}

/** Names that a code flow answers with exactly once, if at all. */
const ONCE = ['code', 'iss', 'error', 'error_description', 'scope', 'session_state'] as const
/** What comes this way only in flows we did not ask for (RFC 9700 §2.1.2), or inside a JWT (JARM). */
const FOREIGN = ['access_token', 'id_token', 'token', 'token_type', 'response'] as const

const checkShape = (provider: ResolvedOAuthProvider, response: URLSearchParams): void => {
  const twice = ONCE.find((name) => response.getAll(name).length > 1)
  if (twice !== undefined) throw refusal(provider.id, 'authorization', 'repeated parameter', { parameter: twice })
  const foreign = FOREIGN.find((name) => response.has(name))
  if (foreign !== undefined) throw refusal(provider.id, 'authorization', 'front channel', { parameter: foreign })
  if (!CODE.test(response.get('code') ?? '')) throw refusal(provider.id, 'authorization', 'no usable code')
}

/**
 * Judge an authorization response. Comes back as the parameters that the protocol library takes for checked, which is
 * what its token request insists on.
 */
export const readAuthorizationResponse = (
  provider: ResolvedOAuthProvider,
  server: Server,
  checks: AuthorizationChecks,
  response: URLSearchParams,
): URLSearchParams => {
  checkAttempt(provider, checks, response)
  checkIssuer(provider, server, checks.issuer, response)
  checkGranted(provider, response)
  checkShape(provider, response)
  const judged = new URLSearchParams(response)
  // It was judged above; the library knows neither issuers with gaps nor providers that nobody named.
  judged.delete('iss')
  const valid = validateAuthResponse(toAuthorizationServer(provider, server), toClient(provider), judged, checks.state)
  for (const iss of response.getAll('iss')) valid.append('iss', iss)
  return valid
}
