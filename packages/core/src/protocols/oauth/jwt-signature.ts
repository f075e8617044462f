import { compactVerify, errors } from 'jose'
import type { CompactVerifyResult, VerifyOptions } from 'jose'
import { fromBase64url, utf8 } from '../../base/bytes.ts'
import { parseJsonBytes } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import { AuthError } from '../../errors/auth-error.ts'
import type { Runtime } from '../../runtime/types.ts'
import { requireEndpoint } from './authorization-server.ts'
import { keySetsAt } from './jwks.ts'
import { forProvider, invalidResponse } from './oauth-errors.ts'
import type { EndpointName } from './oauth-errors.ts'
import type { ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'

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

/** Whether another key may verify the token. */
const isKeyError = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed

interface VerifyContext {
  readonly provider: ResolvedOAuthProvider
  readonly server: ServerMetadata
  readonly runtime: Runtime
}

const verifyWithJwks = async (
  { provider, server, runtime }: VerifyContext,
  jwt: string,
  options: VerifyOptions,
): Promise<CompactVerifyResult> => {
  let lastError: unknown
  const keySets = keySetsAt(provider, requireEndpoint(provider, 'keys', server.jwksUri), runtime)
  for await (const keys of keySets()) {
    try {
      return await compactVerify(jwt, keys, options)
    } catch (error) {
      if (!isKeyError(error)) throw error
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
  context: VerifyContext,
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
