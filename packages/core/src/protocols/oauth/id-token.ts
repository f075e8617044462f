import { sameSecret, toBase64url, utf8 } from '../../base/bytes.ts'
import type { JsonObject } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { authError } from '../../errors/error-classes.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import { checkAssurance } from './assurance.ts'
import { refusal } from './oauth-errors.ts'
import { issuerFor } from './issuer.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { allowedAlgorithms, TOLERANCE, verifySigned } from './jwt-signature.ts'
import type { Grant } from './token-endpoint.ts'

/** OpenID Connect Core §2: at most 255 ASCII characters. Compared byte for byte, so nothing is trimmed or folded. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

const unfit = (provider: ResolvedOAuthProvider, claim: string): AuthError =>
  refusal(provider.id, 'id token', 'unfit', { claim })

const checkSubject = (provider: ResolvedOAuthProvider, { sub }: JsonObject): string => {
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw unfit(provider, 'sub')
  return sub
}

/** Made for us and for nobody whom the owner does not know, and issued to us (§3.1.3.7 (3) to (5)). */
const checkAudience = (provider: ResolvedOAuthProvider, { aud, azp }: JsonObject): void => {
  const several = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? several : azp !== provider.client.id) throw unfit(provider, azp === undefined ? 'aud' : 'azp')
  const { client, trustedAudiences: trustedAudiences } = provider
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (trustedAudiences === 'any') return
  const isKnown = (name: unknown): boolean => name === client.id || trustedAudiences.some((other) => other === name)
  if (!named.every(isKnown)) throw refusal(provider.id, 'id token', 'trustedAudiences', { claim: 'aud' })
}

/** Issued in our future it is not yet to be believed (§3.1.3.7 (10)); expiry is checked with the signature. */
const checkTimes = (provider: ResolvedOAuthProvider, { exp, iat }: JsonObject, now: number): void => {
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw unfit(provider, 'exp')
  if (typeof iat !== 'number' || iat > now + TOLERANCE) throw unfit(provider, 'iat')
}

/**
 * When the person last proved who they are to the provider (§3.1.3.7 (13)): as lately as was asked for, or since this
 * attempt began, since a consent that is read with care makes nobody less sure.
 */
const checkAge = ({ provider, checks }: Grant, { auth_time: authenticated }: JsonObject, now: number): void => {
  const ages = [provider.client.maxAge, checks.maxAge].filter((age) => age !== undefined)
  if (ages.length === 0 && provider.client.metadata.require_auth_time !== true) return
  if (typeof authenticated !== 'number' || authenticated > now + TOLERANCE) throw unfit(provider, 'auth_time')
  const oldest = Math.min(now - Math.min(...ages), checks.started ?? now)
  if (authenticated + TOLERANCE < oldest) throw unfit(provider, 'auth_time')
}

/** The answer to this very attempt (§3.1.3.7 (11)). One that nobody asked for is as wrong as one that is missing. */
const checkNonce = ({ provider, checks }: Grant, { nonce }: JsonObject): void => {
  const expected = provider.checks.nonce ? checks.nonce : undefined
  const matches = typeof nonce === 'string' && expected !== undefined ? sameSecret(nonce, expected) : nonce === expected
  if (matches) return
  throw authError('InvalidCheck', `The ID token of provider "${provider.id}" answers another attempt`, {
    provider: provider.id,
    reason: 'nonce',
    had: nonce !== undefined,
  })
}

/** The hash that goes with a signature algorithm; Ed25519 hashes with SHA-512 (RFC 8032 §5.1). */
const hashOf = (algorithm: string): string => (algorithm.startsWith('Ed') ? 'SHA-512' : `SHA-${algorithm.slice(-3)}`)

/** The access token is the one issued with this ID token (§3.1.3.8), where the provider says so. */
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

/** The claims of an ID token (OpenID Connect Core §3.1.3.7), signature first, although it came over TLS. */
export const readIdToken = async (
  grant: Grant,
  tokens: TokenSet,
  runtime: Runtime,
): Promise<Profile & { readonly sub: string }> => {
  const { provider, server } = grant
  const { id_token: idToken } = tokens
  if (idToken === undefined) throw refusal(provider.id, 'token', 'no ID token')
  // Without a known issuer there is nobody to hold the token to.
  if (server.issuer === undefined) throw unfit(provider, 'iss')
  const { claims, algorithm } = await verifySigned({ provider, server, runtime }, 'id token', idToken, {
    algorithms: allowedAlgorithms(provider.client.metadata.id_token_signed_response_alg, server.idTokenAlgorithms),
    audience: provider.client.id,
    requiredClaims: ['iss', 'exp', 'iat', 'sub'],
  })
  // Compared whole: a list of issuers, or one that only begins alike, is none. Nor do the two answers name two (RFC 9207 §2.4).
  const named = grant.answer.get('iss') ?? claims['iss']
  if (claims['iss'] !== issuerFor(provider, server.issuer, claims) || claims['iss'] !== named)
    throw unfit(provider, 'iss')
  const sub = checkSubject(provider, claims)
  checkAudience(provider, claims)
  const now = toSeconds(runtime.now())
  checkTimes(provider, claims, now)
  checkAge(grant, claims, now)
  checkAssurance(provider, grant.checks.acr, claims)
  checkNonce(grant, claims)
  await checkAccessToken(provider, claims, algorithm, tokens)
  return { ...claims, sub }
}
