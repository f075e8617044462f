import { errors, jwtVerify } from 'jose'
import type { JWTVerifyOptions, JWTVerifyResult } from 'jose'
import { fromBase64url, toBase64url, utf8 } from '../../base/bytes.ts'
import type { JsonObject } from '../../base/json.ts'
import { AuthError } from '../../errors/auth-error.ts'
import type { Runtime } from '../../runtime/types.ts'
import { refusal, toldTo } from './oauth-errors.ts'
import type { EndpointName } from './oauth-errors.ts'
import { guardedFetch } from './oauth-fetch.ts'
import { findJsonObject, readJsonAnswer } from './json-response.ts'
import { readKeys } from './jwks.ts'
import type { KeySet } from './jwks.ts'
import { documentsFor } from './document-cache.ts'
import type { ResolvedOAuthProvider, Server } from './resolved-oauth-provider.ts'
import { needAddress } from './authorization-server.ts'

/** Seconds that clocks may differ. */
export const TOLERANCE = 30

/** Asymmetric signatures (RFC 7518 §3.1; RFC 9864). What is not here is never taken, whatever a server advertises. */
const ASYMMETRIC: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
])

const SHARED: ReadonlySet<string> = new Set(['HS256', 'HS384', 'HS512'])

/**
 * The algorithms a token may be signed with: the registered one, else the asymmetric ones the server published, else
 * RS256 (OpenID Connect Core §3.1.3.7 (7)). The token's own header has no say in it (RFC 8725 §3.1).
 */
export const allowedAlgorithms = (
  registered: string | undefined,
  published: readonly string[] | undefined,
): readonly string[] => {
  if (registered !== undefined)
    return [registered].filter((algorithm) => ASYMMETRIC.has(algorithm) || SHARED.has(algorithm))
  const usable = published?.filter((algorithm) => ASYMMETRIC.has(algorithm)) ?? []
  return usable.length > 0 ? usable : ['RS256']
}

/** RFC 7515 §7.1: base64url without padding or white space, which a decoder may take without a word. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The last character of a signature may have bits that stand for nothing; with them one token would have many spellings. */
const isPlain = (jwt: string): boolean => {
  const signature = jwt.slice(jwt.lastIndexOf('.') + 1)
  const bytes = fromBase64url(signature)
  return bytes !== null && toBase64url(bytes) === signature
}

/** Another key may be the right one. Anything else is wrong with every key. */
const isKeyFault = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed

const loadKeys = async (provider: ResolvedOAuthProvider, url: URL, runtime: Runtime): Promise<KeySet> => {
  const fetch = guardedFetch(provider, 'jwks', runtime)
  const response = await fetch(url.href, { headers: { accept: 'application/json' } })
  return readKeys(provider.id, await readJsonAnswer(provider.id, 'jwks', response))
}

const verifyByKeys = async (
  provider: ResolvedOAuthProvider,
  server: Server,
  runtime: Runtime,
  jwt: string,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> => {
  let fault: unknown
  const url = needAddress(provider, 'keys', server.keys)
  const source = { now: runtime.now, load: () => loadKeys(provider, url, runtime) }
  for await (const keys of documentsFor(provider, runtime).keys(url)(source)) {
    try {
      return await jwtVerify(jwt, keys, options)
    } catch (error) {
      if (!isKeyFault(error)) throw error
      fault = error
    }
  }
  throw fault
}

/** Cross-JWT confusion (RFC 8725 §3.11): a logout token or an access token says what it is. */
const isPlainType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ))

/** The error's code and claim; its message and payload stay behind. */
const evidenceOf = (error: unknown) =>
  error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired
    ? { detail: error.code, claim: error.claim }
    : { detail: error instanceof errors.JOSEError ? error.code : 'unreadable' }

/** The claims of a token already verified, read as every other JSON of a provider: ids exact, no `__proto__`. */
const readClaims = (provider: string, errand: EndpointName, jwt: string): JsonObject => {
  const bytes = fromBase64url(jwt.split('.')[1] ?? '')
  const claims = bytes === null ? undefined : findJsonObject(bytes)
  if (claims === undefined) throw refusal(provider, errand, 'unfit', { detail: 'claims' })
  return claims
}

/** Verify a signed token of the provider's: by the shared secret when that is how we are registered, else by its keys. */
export const verifySigned = async (
  context: { readonly provider: ResolvedOAuthProvider; readonly server: Server; readonly runtime: Runtime },
  errand: EndpointName,
  jwt: string,
  { algorithms, ...expected }: Omit<JWTVerifyOptions, 'algorithms'> & { readonly algorithms: readonly string[] },
): Promise<{ readonly claims: JsonObject; readonly algorithm: string }> => {
  const { provider, server, runtime } = context
  const { secret } = provider.client
  const options = {
    ...expected,
    algorithms: [...algorithms],
    clockTolerance: TOLERANCE,
    currentDate: new Date(runtime.now()),
  }
  if (!COMPACT.test(jwt) || !isPlain(jwt)) throw refusal(provider.id, errand, 'unfit', { detail: 'no compact JWS' })
  const bySecret = algorithms.every((algorithm) => SHARED.has(algorithm))
  try {
    const { protectedHeader } =
      bySecret && secret !== undefined
        ? await jwtVerify(jwt, utf8(secret), options)
        : await verifyByKeys(provider, server, runtime, jwt, options)
    if (!isPlainType(protectedHeader.typ)) throw refusal(provider.id, errand, 'unfit', { detail: 'typ' })
    return { claims: readClaims(provider.id, errand, jwt), algorithm: protectedHeader.alg }
  } catch (error) {
    throw error instanceof AuthError
      ? toldTo(provider.id, error)
      : refusal(provider.id, errand, 'unfit', evidenceOf(error))
  }
}
