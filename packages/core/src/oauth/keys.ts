import { createLocalJWKSet } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { fromBase64url } from '../base/bytes.ts'
import { isObject } from '../base/json.ts'
import type { JsonObject } from '../base/json.ts'
import { MINUTE } from '../base/time.ts'
import { refusal } from './failure.ts'

/** Milliseconds after which a key that the provider withdrew is certainly not trusted any more. */
const KEYS_LIFETIME = 10 * MINUTE * 1000
/** Milliseconds between two requests that nothing but an unknown key caused. */
const COOLDOWN = MINUTE * 1000

/** Where signature keys come from. */
export interface KeySource {
  readonly now: () => number
  readonly load: () => Promise<JWTVerifyGetKey>
}

/**
 * The provider's keys, in the order in which to try them. The next set is made only when the one before did not verify:
 * the set at hand; a fresh one, once in a while, because the provider may have a new key; the set before that, as long as
 * it would have been good, because half of the provider's machines may still sign with it.
 */
export type KeyMemory = (source: KeySource) => AsyncGenerator<JWTVerifyGetKey, void, undefined>

interface Batch {
  readonly keys: JWTVerifyGetKey
  readonly since: number
}

const isGood = (batch: Batch | undefined, now: number): batch is Batch =>
  batch !== undefined && now >= batch.since && now - batch.since < KEYS_LIFETIME

export const makeKeyMemory = (): KeyMemory => {
  let current: Batch | undefined
  let previous: Batch | undefined
  let flight: Promise<Batch> | undefined
  let refreshed: number | undefined

  const load = async ({ now, load: request }: KeySource): Promise<Batch> => {
    try {
      const batch = { keys: await request(), since: now() }
      previous = current
      current = batch
      return batch
    } finally {
      flight = undefined
    }
  }

  const isCool = (now: number): boolean => refreshed === undefined || now < refreshed || now - refreshed >= COOLDOWN

  /** Somebody else's refresh is as good as ours; ours takes place at most once per cool-down. */
  const findNewer = async (than: Batch, source: KeySource): Promise<Batch | undefined> => {
    if (flight !== undefined) return flight
    if (current !== than) return current
    if (!isCool(source.now())) return undefined
    refreshed = source.now()
    return (flight = load(source))
  }

  return async function* (source) {
    const first = isGood(current, source.now()) ? current : await (flight ??= load(source))
    yield first.keys
    const newer = await findNewer(first, source)
    if (newer !== undefined && newer !== first) yield newer.keys
    if (isGood(previous, source.now()) && previous !== first) yield previous.keys
  }
}

/** Key members that only a private or a shared key has (RFC 7518 §6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv'] as const

/** With the exponent 1 every message is its own signature. */
const isSound = ({ kty, e }: JsonObject): boolean => {
  if (kty !== 'RSA') return true
  const exponent = typeof e === 'string' ? fromBase64url(e) : null
  return exponent !== null && exponent.some((byte, i) => byte > (i === exponent.length - 1 ? 1 : 0))
}

const isPublic = (jwk: JsonObject): boolean =>
  typeof jwk['kty'] === 'string' && jwk['kty'] !== 'oct' && PRIVATE.every((member) => !Object.hasOwn(jwk, member))

/** The signature keys of a JWKS document (RFC 7517 §5). Entries that are none are passed over, not fatal. */
export const readKeys = (provider: string, document: JsonObject): JWTVerifyGetKey => {
  const { keys } = document
  if (!Array.isArray(keys)) throw refusal(provider, 'jwks', 'malformed')
  const usable = keys.filter(
    (jwk: unknown): jwk is JsonObject & { kty: string } => isObject(jwk) && isPublic(jwk) && isSound(jwk),
  )
  return createLocalJWKSet({ keys: usable })
}
