import { sameSecret, toBase64url, utf8 } from '../../base/bytes.ts'
import type { JsonObject } from '../../base/json.ts'
import { CLOCK_TOLERANCE, isTokenCurrent } from '../../base/time.ts'
import { authError } from '../../errors/error-classes.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import { checkAssurance } from './assurance.ts'
import { invalidResponse } from './oauth-errors.ts'
import { expectedIssuer } from './issuer.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { allowedAlgorithms, verifyJwt } from './jwt-signature.ts'
import type { Grant } from './authorization-response.ts'

/** OpenID Connect Core §2: at most 255 ASCII characters. Compared exactly, so it is neither trimmed nor case-folded. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

const unfit = (provider: ResolvedOAuthProvider, claim: string): AuthError =>
  invalidResponse(provider.id, 'id token', 'unfit', { claim })

/** §3.1.3.7 (2). The token and the authorization response must name the same issuer (RFC 9207 §2.4). */
const checkIssuer = ({ provider, server, response }: Grant, claims: JsonObject): void => {
  // Without an issuer in the config or the discovery document there is nothing to compare with.
  if (server.issuer === undefined) throw unfit(provider, 'iss')
  const { iss } = claims
  if (iss !== expectedIssuer(provider, server.issuer, claims) || iss !== (response.get('iss') ?? iss))
    throw unfit(provider, 'iss')
}

/** §3.1.3.7 (3) to (5): issued to this client, for this client, and for no other audience that is not trusted. */
const checkAudience = (provider: ResolvedOAuthProvider, { aud, azp }: JsonObject): void => {
  const { id, client, trustedAudiences } = provider
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(client.id) || (azp === undefined && audiences.length > 1)) throw unfit(provider, 'aud')
  if (azp !== undefined && azp !== client.id) throw unfit(provider, 'azp')
  if (trustedAudiences === 'any') return
  const trusted: readonly unknown[] = [client.id, ...trustedAudiences]
  if (!audiences.every((audience) => trusted.includes(audience)))
    throw invalidResponse(id, 'id token', 'trustedAudiences', { claim: 'aud' })
}

/**
 * §3.1.3.7 (13): the user authenticated at the provider within `max_age`, or after this attempt began. The second rule
 * allows for the time that the user spends on the provider's consent page.
 */
const checkAuthTime = ({ provider, checks }: Grant, { auth_time: authTime }: JsonObject, now: number): void => {
  const ages = [provider.client.maxAge, checks.maxAge].filter((age) => age !== undefined)
  if (ages.length === 0 && provider.client.metadata.require_auth_time !== true) return
  if (typeof authTime !== 'number' || authTime > now + CLOCK_TOLERANCE) throw unfit(provider, 'auth_time')
  const oldest = Math.min(now - Math.min(...ages), checks.started ?? now)
  if (authTime + CLOCK_TOLERANCE < oldest) throw unfit(provider, 'auth_time')
}

/** §3.1.3.7 (11). A nonce that was not sent is refused like a missing one. */
const checkNonce = ({ provider, checks }: Grant, { nonce }: JsonObject): void => {
  const expected = provider.checks.nonce ? checks.nonce : undefined
  const matches = typeof nonce === 'string' && expected !== undefined ? sameSecret(nonce, expected) : nonce === expected
  if (matches) return
  throw authError('InvalidCheck', `The ID token of provider "${provider.id}" belongs to another attempt`, {
    provider: provider.id,
    reason: 'nonce',
    had: nonce !== undefined,
  })
}

/** The hash of a signature algorithm. Ed25519 uses SHA-512 (RFC 8032 §5.1). */
const hashOf = (algorithm: string): string => (algorithm.startsWith('Ed') ? 'SHA-512' : `SHA-${algorithm.slice(-3)}`)

/** §3.1.3.8: if the token has `at_hash`, the access token was issued with it. */
const checkAccessToken = async (
  provider: ResolvedOAuthProvider,
  { at_hash: expected }: JsonObject,
  algorithm: string,
  tokens: TokenSet,
): Promise<void> => {
  if (expected === undefined) return
  const hash = new Uint8Array(await crypto.subtle.digest(hashOf(algorithm), utf8(tokens.access_token ?? '')))
  if (typeof expected !== 'string' || !sameSecret(expected, toBase64url(hash.slice(0, hash.length / 2)))) {
    throw unfit(provider, 'at_hash')
  }
}

/** Validate an ID token (OpenID Connect Core §3.1.3.7) and return its claims. Always checks the signature. */
export const readIdToken = async (
  grant: Grant,
  tokens: TokenSet,
  runtime: Runtime,
): Promise<Profile & { readonly sub: string }> => {
  const { provider, server } = grant
  const { id_token: idToken } = tokens
  if (idToken === undefined) throw invalidResponse(provider.id, 'token', 'no ID token')
  const registered = provider.client.metadata.id_token_signed_response_alg
  const { claims, algorithm } = await verifyJwt(
    { provider, server, runtime },
    'id token',
    idToken,
    allowedAlgorithms(registered, server.idTokenAlgorithms),
  )
  const now = runtime.now() / 1000
  checkIssuer(grant, claims)
  const { sub } = claims
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw unfit(provider, 'sub')
  checkAudience(provider, claims)
  // §3.1.3.7 (9) and (10). `iat` is required (§2).
  if (claims['iat'] === undefined) throw unfit(provider, 'iat')
  if (!isTokenCurrent(claims, now)) throw invalidResponse(provider.id, 'id token', 'unfit', { detail: 'not current' })
  checkAuthTime(grant, claims, now)
  checkAssurance(provider, grant.checks.acr, claims)
  checkNonce(grant, claims)
  await checkAccessToken(provider, claims, algorithm, tokens)
  return { ...claims, sub }
}
