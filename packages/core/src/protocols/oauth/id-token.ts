import * as errors from 'jose/errors'
import { compactVerify } from 'jose/jws/compact/verify'
import type { VerifyOptions } from 'jose'
import { fromBase64url, utf8, sameSecret, toBase64url } from '../../base/bytes.ts'
import { parseJsonBytes, type JsonObject } from '../../base/json.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { requireEndpoint } from './discovery.ts'
import { keySetsAt } from './jwks.ts'
import { forProvider, invalidCheck, invalidResponse, type EndpointName, type Evidence } from './provider-http.ts'
import { CLOCK_TOLERANCE, isTokenCurrent, MINUTE } from '../../base/time.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import type { Grant, ProviderContext } from './authorization-response.ts'
import { expectedIssuer } from './issuer.ts'

/** The accepted asymmetric algorithms (RFC 7518 §3.1; RFC 9864). A server cannot add others. */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|Ed25519|EdDSA)$/
const SYMMETRIC = /^HS(?:256|384|512)$/

/** OpenID Connect Core §3.1.3.7 (7). The header of the token does not decide (RFC 8725 §3.1). */
const allowedAlgorithms = ({ provider: { client }, server: { idTokenAlgorithms = [] } }: ProviderContext): string[] => {
  const registered = client.metadata.id_token_signed_response_alg
  const supported = idTokenAlgorithms.filter((algorithm) => ASYMMETRIC.test(algorithm))
  return registered !== undefined ? [registered] : supported.length > 0 ? supported : ['RS256']
}

const verifyWithJwks = async ({ provider, server, runtime }: ProviderContext, jwt: string, options: VerifyOptions) => {
  let lastError: unknown
  const keySets = keySetsAt(provider, requireEndpoint(provider, 'keys', server.jwksUri), runtime)
  for await (const keys of keySets()) {
    try {
      return await compactVerify(jwt, keys, options)
    } catch (error) {
      const mayMatchAnother = error instanceof errors.JWSSignatureVerificationFailed
      if (!mayMatchAnother && !(error instanceof errors.JWKSNoMatchingKey)) throw error
      lastError = error
    }
  }
  throw lastError
}

/** RFC 8725 §3.11: other tokens of the provider, such as logout tokens and access tokens, have another `typ`. */
const isGenericType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ))

/** Verify the signature of a JWT, by the client secret if a symmetric algorithm is registered. No claim is checked. */
export const verifyJwt = async (context: ProviderContext, endpoint: EndpointName, jwt: string, allowed: string[]) => {
  const { id, client } = context.provider
  const unfit = (detail: string): AuthError => invalidResponse(id, endpoint, 'unfit', { detail })
  const signature = jwt.slice(jwt.lastIndexOf('.') + 1)
  // One token must not have several spellings. The other parts are signed as they are written.
  if (fromBase64url(signature) === null) throw unfit('no compact JWS')
  const options = { algorithms: allowed }
  const isSymmetric = allowed.every((algorithm) => SYMMETRIC.test(algorithm))
  try {
    const { protectedHeader, payload } =
      isSymmetric && client.secret !== undefined
        ? await compactVerify(jwt, utf8(client.secret), options)
        : await verifyWithJwks(context, jwt, options)
    if (!isGenericType(protectedHeader.typ)) throw unfit('typ')
    // RFC 7797 §7: JWTs do not use unencoded payloads.
    const claims = protectedHeader.b64 === false ? undefined : parseJsonBytes(payload)
    if (claims === undefined) throw unfit('claims')
    return { claims, algorithm: protectedHeader.alg }
  } catch (error) {
    if (error instanceof AuthError) throw forProvider(id, error)
    // Only the code: the message of a jose error may quote the token.
    throw unfit(error instanceof errors.JOSEError ? error.code : 'unreadable')
  }
}

/** The audiences of a token (RFC 7519 §4.1.3). */
export const audiencesOf = (audience: unknown): readonly unknown[] => (Array.isArray(audience) ? audience : [audience])

/** OpenID Connect Core §2: at most 255 ASCII characters. Compared exactly, so it is neither trimmed nor case-folded. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

/** §3.1.3.7 (13): authenticated within `max_age`, or during this attempt: consent at the provider takes time. */
const isRecent = ({ provider: { client }, checks }: Grant, authTime: unknown, now: number): boolean => {
  const ages = [client.maxAge, checks.maxAge].filter((age) => age !== undefined)
  if (ages.length === 0 && client.metadata.require_auth_time !== true) return true
  const oldest = Math.min(now - Math.min(...ages), checks.created ?? now)
  return typeof authTime === 'number' && authTime <= now + CLOCK_TOLERANCE && authTime + CLOCK_TOLERANCE >= oldest
}

/** §3.1.3.8: if the token has `at_hash`, the access token was issued with it. */
const isHash = async (expected: unknown, accessToken: string, algorithm: string): Promise<boolean> => {
  // The hash of the signature algorithm. Ed25519 uses SHA-512 (RFC 8032 §5.1).
  const name = algorithm.startsWith('Ed') ? 'SHA-512' : `SHA-${algorithm.slice(-3)}`
  const hash = new Uint8Array(await crypto.subtle.digest(name, utf8(accessToken)))
  return typeof expected === 'string' && sameSecret(expected, toBase64url(hash.slice(0, hash.length / 2)))
}

const findUnfitClaim = (grant: Grant, claims: JsonObject, now: number): string | undefined => {
  const { provider, server, checks, response } = grant
  const { client, requiredAcr, requiredAmr = [] } = provider
  const { iss, sub, aud, azp, iat, auth_time: authTime, acr, amr } = claims
  const audiences = audiencesOf(aud)
  const issuer = server.issuer === undefined ? undefined : expectedIssuer(provider, server.issuer, claims)
  const isAccepted = (list: readonly unknown[] | undefined): boolean => list === undefined || list.includes(acr)
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  const fit: Readonly<Record<string, boolean>> = {
    // The token and the authorization response must name the same issuer (RFC 9207 §2.4).
    iss: issuer !== undefined && iss === issuer && iss === (response.get('iss') ?? iss),
    sub: typeof sub === 'string' && SUBJECT.test(sub),
    // (3) to (5): issued to this client.
    aud: audiences.includes(client.id) && (azp !== undefined || audiences.length === 1),
    azp: azp === undefined || azp === client.id,
    // Required (§2).
    iat: iat !== undefined,
    auth_time: isRecent(grant, authTime, now),
    // (12): the configured classes, and those that the sign-in request asked for.
    acr: isAccepted(requiredAcr) && isAccepted(checks.acr),
    amr: requiredAmr.every((method) => methods.includes(method)),
  }
  return Object.keys(fit).find((claim) => fit[claim] === false)
}

/** Such as `3 h 12 min`. */
const describeSeconds = (seconds: number): string => {
  const minutes = Math.round(seconds / MINUTE)
  return minutes < 1
    ? `${Math.round(seconds)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`.replace(/^0 h /, '')
}

/** By how much the clock of this machine is wrong: a provider issues the token at the moment of the request. */
export const clockFix = (iat: unknown, now: number): string => {
  const advice = 'let it synchronize its clock (NTP)'
  if (typeof iat !== 'number' || Math.abs(now - iat) <= CLOCK_TOLERANCE)
    return `Compare the clock of this machine with the provider's, and ${advice}`
  const difference = `${describeSeconds(Math.abs(now - iat))} ${now < iat ? 'behind' : 'ahead of'}`
  return `This machine's clock is ${difference} the provider's: ${advice}`
}

/** (11). A nonce that was not sent is refused like a missing one. */
const isNonce = ({ provider, checks }: Grant, nonce: unknown): boolean => {
  const expected = provider.checks.nonce ? checks.nonce : undefined
  return typeof nonce === 'string' && expected !== undefined ? sameSecret(nonce, expected) : nonce === expected
}

/** Validate an ID token (OpenID Connect Core §3.1.3.7) and return its claims. Always checks the signature. */
export const readIdToken = async (grant: Grant, tokens: TokenSet): Promise<Profile & { readonly sub: string }> => {
  const { provider, runtime } = grant
  const { id, client, trustedAudiences = [] } = provider
  if (tokens.id_token === undefined) throw invalidResponse(id, 'token', 'no ID token')
  const { claims, algorithm } = await verifyJwt(grant, 'id token', tokens.id_token, allowedAlgorithms(grant))
  const now = runtime.now() / 1000
  const unfit = (evidence: Evidence): AuthError => invalidResponse(id, 'id token', 'unfit', evidence)
  const claim = findUnfitClaim(grant, claims, now)
  if (claim !== undefined) throw unfit({ claim })
  const { aud, nonce, at_hash: hash } = claims
  // (3): no other audience that is not trusted.
  const trusted: readonly unknown[] = trustedAudiences === 'any' ? audiencesOf(aud) : [client.id, ...trustedAudiences]
  if (!audiencesOf(aud).every((audience) => trusted.includes(audience)))
    throw invalidResponse(id, 'id token', 'trustedAudiences', { claim: 'aud' })
  // (9) and (10).
  if (!isTokenCurrent(claims, now)) {
    const { iat, exp } = claims
    throw unfit({ detail: 'not current', iat, exp, now, fix: clockFix(iat, now) })
  }
  const problem = `The ID token of provider "${id}" belongs to another attempt`
  if (!isNonce(grant, nonce)) throw invalidCheck(id, 'nonce', problem, { had: nonce !== undefined })
  if (hash !== undefined && !(await isHash(hash, tokens.access_token ?? '', algorithm)))
    throw unfit({ claim: 'at_hash' })
  return { ...claims, sub: String(claims['sub']) }
}
