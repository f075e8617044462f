import { fromBase64url } from '../../base/bytes.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { createLocalJWKSet, createRemoteJWKSet, customFetch, type CompactVerifyGetKey } from 'jose'
import { MINUTE } from '../../base/time.ts'
import type { Runtime } from '../../runtime/engine.ts'
import { fetchJson, invalidResponse, type ProviderConnection } from './provider-http.ts'
import { sharedByAddress } from './shared-cache.ts'

/** A public key as a JWK (RFC 7517 §4). */
type PublicJwk = JsonObject & { readonly kty: string }

/** Members that only private and symmetric keys have (RFC 7518 §6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv'] as const

/** Base64url characters of a modulus of 2048 bits, the minimum size (RFC 7518 §3.3). */
const MIN_MODULUS = 342

/** Refuses short RSA keys and the exponent 1, with which every message is its own signature. */
const isStrong = ({ kty, e, n }: JsonObject): boolean => {
  if (kty !== 'RSA') return true
  if (typeof n !== 'string' || n.length < MIN_MODULUS) return false
  const exponent = typeof e === 'string' ? fromBase64url(e) : null
  return exponent !== null && exponent.some((byte, i) => byte > (i === exponent.length - 1 ? 1 : 0))
}

const isPublic = (jwk: JsonObject): boolean =>
  typeof jwk['kty'] === 'string' && jwk['kty'] !== 'oct' && PRIVATE.every((member) => !Object.hasOwn(jwk, member))

/** Members that identify a key, including its `kid`. */
const IDENTITY = ['kid', 'kty', 'crv', 'n', 'e', 'x', 'y', 'pub'] as const

/** Equal for two entries of the same key with the same uses. An absent member has the meaning that it has here. */
const identityOf = (jwk: JsonObject, algorithm: unknown): string => {
  const { use = 'sig', key_ops: operations = ['verify'], ext = true } = jwk
  return JSON.stringify([IDENTITY.map((member) => jwk[member]), use, operations, ext, algorithm])
}

/** Drop repeated keys: jose refuses a token if several match. A key without `alg` stands for every algorithm. */
const withoutDuplicates = (keys: readonly PublicJwk[]): PublicJwk[] => {
  const first = new Map<string, PublicJwk>()
  for (const jwk of keys) {
    const identity = identityOf(jwk, jwk['alg'])
    if (!first.has(identity)) first.set(identity, jwk)
  }
  return [...first.values()].filter((jwk) => jwk['alg'] === undefined || !first.has(identityOf(jwk, undefined)))
}

/** The maximum characters of a member. The modulus of an RSA key of 16384 bits has 2731. */
const MAX_LENGTH = 4096
const MAX_OPERATIONS = 16

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= MAX_LENGTH : typeof value === 'boolean'

const isShortList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_OPERATIONS && value.every(isShort)

/** The key without unused members, such as certificates. Returns `undefined` if a member is too large. */
const pickMembers = (jwk: PublicJwk): PublicJwk | undefined => {
  const names = [...IDENTITY, 'alg', 'use', 'ext', 'key_ops'].filter((name) => Object.hasOwn(jwk, name))
  const isUsable = names.every((name) => (name === 'key_ops' ? isShortList(jwk[name]) : isShort(jwk[name])))
  return isUsable ? { ...Object.fromEntries(names.map((name) => [name, jwk[name]])), kty: jwk.kty } : undefined
}

/**
 * The keys of a JWKS that can verify signatures, without duplicates. Unusable entries are ignored. Returns `undefined`
 * if more than `max` usable keys remain.
 */
export const findPublicKeys = (listed: readonly unknown[], max: number): PublicJwk[] | undefined => {
  const usable = listed.filter((jwk): jwk is PublicJwk => isObject(jwk) && isPublic(jwk) && isStrong(jwk))
  return usable.length > max ? undefined : withoutDuplicates(usable.flatMap((jwk) => pickMembers(jwk) ?? []))
}

/** Milliseconds after which a key that the provider withdrew is not trusted any more. */
const KEYS_LIFETIME = 10 * MINUTE * 1000
/** Milliseconds without another request after a request that an unknown key caused in vain. */
const COOLDOWN = 30_000
/** The maximum number of keys. The largest sets in use have about twenty. */
const MAX_KEYS = 256

const loadKeys = async (provider: ProviderConnection, url: URL, runtime: Runtime): Promise<readonly PublicJwk[]> => {
  const { keys: listed } = await fetchJson(provider, 'jwks', url, runtime)
  if (!Array.isArray(listed)) throw invalidResponse(provider.id, 'jwks', 'malformed')
  const keys = findPublicKeys(listed, MAX_KEYS)
  if (keys === undefined) throw invalidResponse(provider.id, 'jwks', 'too large', { keys: listed.length })
  return keys
}

/**
 * The signature keys that a provider publishes (RFC 7517 §5), shared by all providers with the same address: the key
 * sets to verify a signature with. Continue only while no set has the right key: the last step fetches the keys again,
 * and if they do not help either, a cooldown begins.
 */
export const keySetsAt = sharedByAddress((provider, url, runtime) => {
  let current: { readonly keys: readonly PublicJwk[]; readonly since: number } | undefined
  let previous: typeof current
  let cooldownSince = Number.NEGATIVE_INFINITY
  const isWithin = (since: number, duration: number): boolean => {
    // The age is negative if the clock was set back.
    const age = runtime.now() - since
    return age >= 0 && age < duration
  }

  const remote = createRemoteJWKSet(url, {
    cacheMaxAge: KEYS_LIFETIME,
    // The cooldown below replaces jose's, which also starts with the first request: a key that the provider replaces
    // just after that would stay unknown (test "oidcc-client-test-signing-key-rotation-just-before-signing").
    cooldownDuration: Number.POSITIVE_INFINITY,
    // The guarded fetch has its own deadline, so jose's signal is not used.
    [customFetch]: async () => {
      const keys = await loadKeys(provider, url, runtime)
      if (JSON.stringify(keys) !== JSON.stringify(current?.keys)) previous = current
      current = { keys, since: runtime.now() }
      return Response.json({ keys })
    },
  })

  return async function* (): AsyncGenerator<CompactVerifyGetKey, void, undefined> {
    yield remote
    // jose keeps one set. During a rotation, servers of a provider may publish different sets (test "the JWKS may
    // alternate between two sets"), so the previous set is tried, too, until it is too old.
    if (previous !== undefined && isWithin(previous.since, KEYS_LIFETIME)) {
      yield createLocalJWKSet({ keys: [...previous.keys] })
    }
    // Concurrent callers share one request.
    if (!remote.reloading && isWithin(cooldownSince, COOLDOWN)) return
    await remote.reload()
    yield remote
    // The caller continues only if the new keys did not help either.
    cooldownSince = runtime.now()
  }
})
