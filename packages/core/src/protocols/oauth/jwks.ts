import type { CompactVerifyGetKey } from 'jose'
import { createLocalJWKSet } from 'jose/jwks/local'
import { fromBase64url } from '../../base/bytes.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { MINUTE } from '../../base/time.ts'
import { fetchJson, invalidResponse } from './provider-http.ts'
import { isWithin, shareCalls, sharedByAddress } from './shared-cache.ts'

/** Members that only private and symmetric keys have (RFC 7518 §6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv'] as const

/** Refuses short RSA keys and the exponent 1, with which every message is its own signature. */
const isStrong = ({ kty, e, n }: JsonObject): boolean => {
  if (kty !== 'RSA') return true
  // A modulus of 2048 bits, the minimum size (RFC 7518 §3.3).
  if (typeof n !== 'string' || n.length < 342) return false
  const exponent = typeof e === 'string' ? fromBase64url(e) : null
  return exponent !== null && exponent.some((byte, i) => byte > (i === exponent.length - 1 ? 1 : 0))
}

const IDENTITY = ['kid', 'kty', 'crv', 'n', 'e', 'x', 'y', 'pub'] as const
const USED: ReadonlySet<string> = new Set([...IDENTITY, 'alg', 'use', 'ext', 'key_ops'])

/** The modulus of an RSA key of 16384 bits has 2731 characters. */
const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= 4096 : typeof value === 'boolean'

const isSmall = ([name, value]: readonly [string, unknown]): boolean =>
  name === 'key_ops' ? Array.isArray(value) && value.length <= 16 && value.every(isShort) : isShort(value)

/** The key without unused members, such as certificates. `undefined` if it is not a usable public key. */
const findPublicKey = (jwk: unknown): JsonObject | undefined => {
  if (!isObject(jwk) || !isStrong(jwk) || PRIVATE.some((member) => Object.hasOwn(jwk, member))) return undefined
  const members = Object.entries(jwk).filter(([name]) => USED.has(name))
  return typeof jwk['kty'] === 'string' && members.every(isSmall) ? Object.fromEntries(members) : undefined
}

/** Equal for two entries of the same key with the same uses. An absent member has the meaning that it has here. */
const identityOf = (jwk: JsonObject, algorithm: unknown): string => {
  const { use = 'sig', key_ops: operations = ['verify'], ext = true } = jwk
  return JSON.stringify([IDENTITY.map((member) => jwk[member]), use, operations, ext, algorithm])
}

/** The usable keys of a JWKS, or `undefined` if there are more than `max`. jose refuses a token if several match. */
export const findPublicKeys = (listed: readonly unknown[], max: number): JsonObject[] | undefined => {
  const usable = listed.map(findPublicKey).filter((jwk) => jwk !== undefined)
  const first = new Map(usable.toReversed().map((jwk) => [identityOf(jwk, jwk['alg']), jwk]))
  // A key without `alg` stands for every algorithm.
  const keys = usable.filter((jwk) => {
    const isFirst = first.get(identityOf(jwk, jwk['alg'])) === jwk
    return isFirst && (jwk['alg'] === undefined || !first.has(identityOf(jwk, undefined)))
  })
  return keys.length > max ? undefined : keys
}

/** Milliseconds after which a key that the provider withdrew is not trusted any more. */
const KEYS_LIFETIME = 10 * MINUTE * 1000
/** Milliseconds without another request after a request that an unknown key caused in vain. */
const COOLDOWN = 30_000
/** The largest sets in use have about twenty. */
const MAX_KEYS = 256

interface KeySet {
  readonly text: string
  readonly verify: CompactVerifyGetKey
  readonly since: number
}

/** The key sets of a provider (RFC 7517 §5). Continue only while no set has the right key: the last step fetches. */
export const keySetsAt = sharedByAddress((provider, url, runtime) => {
  let current: KeySet | undefined
  let previous: KeySet | undefined
  let cooldownSince = Number.NEGATIVE_INFINITY
  const isFresh = (set: KeySet | undefined): set is KeySet =>
    set !== undefined && isWithin(runtime, set.since, KEYS_LIFETIME)

  const load = shareCalls(async (): Promise<KeySet> => {
    const { keys: listed } = await fetchJson(provider, 'jwks', url, runtime)
    if (!Array.isArray(listed)) throw invalidResponse(provider.id, 'jwks', 'malformed')
    const keys = findPublicKeys(listed, MAX_KEYS)
    if (keys === undefined) throw invalidResponse(provider.id, 'jwks', 'too large', { keys: listed.length })
    const text = JSON.stringify(keys)
    if (text !== current?.text) previous = current
    current = { text, verify: createLocalJWKSet({ keys }), since: runtime.now() }
    return current
  })

  return async function* (): AsyncGenerator<CompactVerifyGetKey, void, undefined> {
    yield (isFresh(current) ? current : await load()).verify
    // During a rotation, servers of a provider may publish different sets.
    if (isFresh(previous)) yield previous.verify
    if (isWithin(runtime, cooldownSince, COOLDOWN)) return
    yield (await load()).verify
    // jose's remote set begins its cooldown at the first request: then a key rotated just before signing stays unknown.
    cooldownSince = runtime.now()
  }
})
