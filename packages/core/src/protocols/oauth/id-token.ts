import { compactVerify, errors, type CompactVerifyResult, type VerifyOptions } from 'jose'
import { fromBase64url, utf8, sameSecret, toBase64url } from '../../base/bytes.ts'
import { parseJsonBytes, type JsonObject } from '../../base/json.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { requireEndpoint } from './discovery.ts'
import { keySetsAt } from './jwks.ts'
import { forProvider, invalidCheck, invalidResponse, type EndpointName } from './provider-http.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'
import { CLOCK_TOLERANCE, isTokenCurrent } from '../../base/time.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import type { Grant, ProviderContext } from './authorization-response.ts'
import { expectedIssuer } from './issuer.ts'

/** The accepted asymmetric algorithms (RFC 7518 §3.1; RFC 9864). A server cannot add others. */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|Ed25519|EdDSA)$/
const SYMMETRIC = /^HS(?:256|384|512)$/

/**
 * The algorithms that a token may be signed with: the registered one, else the asymmetric ones that the server
 * publishes, else RS256 (OpenID Connect Core §3.1.3.7 (7)). The header of the token does not decide (RFC 8725 §3.1).
 */
export const allowedAlgorithms = (
  registered: string | undefined,
  published: readonly string[] | undefined,
): readonly string[] => {
  if (registered !== undefined)
    return [registered].filter((algorithm) => ASYMMETRIC.test(algorithm) || SYMMETRIC.test(algorithm))
  const supported = published?.filter((algorithm) => ASYMMETRIC.test(algorithm)) ?? []
  return supported.length > 0 ? supported : ['RS256']
}

/** RFC 7515 §7.1: base64url without padding and white space, which some decoders ignore. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

const verifyWithJwks = async (
  { provider, server, runtime }: ProviderContext,
  jwt: string,
  options: VerifyOptions,
): Promise<CompactVerifyResult> => {
  let lastError: unknown
  const keySets = keySetsAt(provider, requireEndpoint(provider, 'keys', server.jwksUri), runtime)
  for await (const keys of keySets()) {
    try {
      return await compactVerify(jwt, keys, options)
    } catch (error) {
      const { JWKSNoMatchingKey, JWSSignatureVerificationFailed } = errors
      if (!(error instanceof JWKSNoMatchingKey || error instanceof JWSSignatureVerificationFailed)) throw error
      // Another key may verify the token.
      lastError = error
    }
  }
  throw lastError
}

/** RFC 8725 §3.11: other tokens of the provider, such as logout tokens and access tokens, have another `typ`. */
const isGenericType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ))

/**
 * Verify the signature of a provider's JWT, with the client secret if a symmetric algorithm is registered, else with
 * the provider's keys. Does not check the claims. Throws `OAuthCallbackError`, or `CallbackRouteError` if the keys
 * cannot be fetched.
 */
export const verifyJwt = async (
  context: ProviderContext,
  endpoint: EndpointName,
  jwt: string,
  algorithms: readonly string[],
): Promise<{ readonly claims: JsonObject; readonly algorithm: string }> => {
  const { id, client } = context.provider
  const unfit = (detail: string): AuthError => invalidResponse(id, endpoint, 'unfit', { detail })
  const signature = jwt.slice(jwt.lastIndexOf('.') + 1)
  // A signature with other unused bits in its last character is refused: one token must not have several spellings.
  if (!COMPACT.test(jwt) || fromBase64url(signature) === null) throw unfit('no compact JWS')
  const options = { algorithms: [...algorithms] }
  const isSymmetric = algorithms.every((algorithm) => SYMMETRIC.test(algorithm))
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

/** OpenID Connect Core §2: at most 255 ASCII characters. Compared exactly, so it is neither trimmed nor case-folded. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

const unfit = (provider: ResolvedOAuthProvider, claim: string): AuthError =>
  invalidResponse(provider.id, 'id token', 'unfit', { claim })

/** §3.1.3.7 (2). The token and the authorization response must name the same issuer (RFC 9207 §2.4). */
const checkIssuer = ({ provider, server, response }: Grant, claims: JsonObject): void => {
  // Without an issuer in the config or the discovery document there is nothing to compare with.
  if (server.issuer === undefined) throw unfit(provider, 'iss')
  const { iss } = claims
  // A tenant that is not acceptable has no expected issuer, and a token without one must not match that.
  if (
    iss === undefined ||
    iss !== expectedIssuer(provider, server.issuer, claims) ||
    iss !== (response.get('iss') ?? iss)
  )
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

/** §3.1.3.7 (12): check `acr` and `amr` against the config and against the classes that the sign-in request asked for. */
const checkAssurance = ({ provider, checks }: Grant, { acr, amr }: JsonObject): void => {
  for (const accepted of [provider.requiredAcr, checks.acr]) {
    if (accepted !== undefined && !(typeof acr === 'string' && accepted.includes(acr))) throw unfit(provider, 'acr')
  }
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  if (provider.requiredAmr?.every((method) => methods.includes(method)) === false) throw unfit(provider, 'amr')
}

/** §3.1.3.7 (11). A nonce that was not sent is refused like a missing one. */
const checkNonce = ({ provider, checks }: Grant, { nonce }: JsonObject): void => {
  const expected = provider.checks.nonce ? checks.nonce : undefined
  const matches = typeof nonce === 'string' && expected !== undefined ? sameSecret(nonce, expected) : nonce === expected
  const problem = `The ID token of provider "${provider.id}" belongs to another attempt`
  if (!matches) throw invalidCheck(provider.id, 'nonce', problem, { had: nonce !== undefined })
}

/** §3.1.3.8: if the token has `at_hash`, the access token was issued with it. */
const checkAccessToken = async (
  provider: ResolvedOAuthProvider,
  { at_hash: expected }: JsonObject,
  algorithm: string,
  { access_token: accessToken = '' }: TokenSet,
): Promise<void> => {
  if (expected === undefined) return
  // The hash of the signature algorithm. Ed25519 uses SHA-512 (RFC 8032 §5.1).
  const name = algorithm.startsWith('Ed') ? 'SHA-512' : `SHA-${algorithm.slice(-3)}`
  const hash = new Uint8Array(await crypto.subtle.digest(name, utf8(accessToken)))
  if (typeof expected !== 'string' || !sameSecret(expected, toBase64url(hash.slice(0, hash.length / 2)))) {
    throw unfit(provider, 'at_hash')
  }
}

/** Validate an ID token (OpenID Connect Core §3.1.3.7) and return its claims. Always checks the signature. */
export const readIdToken = async (grant: Grant, tokens: TokenSet): Promise<Profile & { readonly sub: string }> => {
  const { provider, server, runtime } = grant
  const { id, client } = provider
  if (tokens.id_token === undefined) throw invalidResponse(id, 'token', 'no ID token')
  const algorithms = allowedAlgorithms(client.metadata.id_token_signed_response_alg, server.idTokenAlgorithms)
  const { claims, algorithm } = await verifyJwt(grant, 'id token', tokens.id_token, algorithms)
  const now = runtime.now() / 1000
  checkIssuer(grant, claims)
  const { sub, iat } = claims
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw unfit(provider, 'sub')
  checkAudience(provider, claims)
  // §3.1.3.7 (9) and (10). `iat` is required (§2).
  if (iat === undefined) throw unfit(provider, 'iat')
  if (!isTokenCurrent(claims, now)) throw invalidResponse(id, 'id token', 'unfit', { detail: 'not current' })
  checkAuthTime(grant, claims, now)
  checkAssurance(grant, claims)
  checkNonce(grant, claims)
  await checkAccessToken(provider, claims, algorithm, tokens)
  return { ...claims, sub }
}
