import { createLocalJWKSet } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import type { JsonObject } from '../../base/json.ts'
import { MINUTE } from '../../base/time.ts'
import { refusal } from './oauth-errors.ts'
import { findPublicKeys } from './public-keys.ts'

/** Milliseconds after which a key that the provider withdrew is certainly not trusted any more. */
const KEYS_LIFETIME = 10 * MINUTE * 1000
/**
 * Milliseconds between two requests that nothing but an unknown key caused: twice as many after each that brought nothing
 * new. Where a provider's new key is not yet to be had everywhere nobody waits for a minute, and a flood asks once in one.
 */
const COOLDOWN = { shortest: 1000, longest: MINUTE * 1000 } as const

/** Sets that are remembered: as many as the machines of a provider may disagree on while they change keys. */
const MOST_SETS = 4

/** Keys of one set. Those who publish most have some twenty; sets are kept, where tenants name their own by the thousand. */
const MOST_KEYS = 256

/** A set of keys, and the text that tells it from another one. */
export interface KeySet {
  readonly keys: JWTVerifyGetKey
  readonly text: string
}

/** Where signature keys come from. */
export interface KeySource {
  readonly now: () => number
  readonly load: () => Promise<KeySet>
}

/**
 * The provider's keys, in the order in which to try them. The next set is made only when the one before did not verify:
 * the set at hand; those before it, as long as they are good, because half of the provider's machines may still sign with
 * one; a fresh one, once in a while, because the provider may have a new key.
 */
export type KeyMemory = (source: KeySource) => AsyncGenerator<JWTVerifyGetKey, void, undefined>

interface Batch extends KeySet {
  readonly since: number
}

const isGood = ({ since }: Batch, now: number): boolean => now >= since && now - since < KEYS_LIFETIME

/** The newest first. A set that came before is the same one, come again: it pushes no other out. */
const remember = (batches: readonly Batch[], found: KeySet, now: number): readonly [Batch, ...Batch[]] => {
  const same = batches.find(({ text }) => text === found.text)
  const others = batches.filter((batch) => batch !== same)
  return [{ ...(same ?? found), since: now }, ...others.slice(0, MOST_SETS - 1)]
}

export const makeKeyMemory = (): KeyMemory => {
  let batches: readonly Batch[] = []
  let flight: Promise<Batch> | undefined
  let refreshed = -Infinity
  /** Requests in a row, caused by an unknown key, that brought nothing new. */
  let fruitless = 0

  const load = async ({ now, load: request }: KeySource): Promise<Batch> => {
    try {
      const found = await request()
      if (batches.every(({ text }) => text !== found.text)) fruitless = 0
      const known = remember(batches, found, now())
      batches = known
      return known[0]
    } finally {
      flight = undefined
    }
  }

  const isCool = (waited: number): boolean =>
    waited < 0 || waited >= Math.min(COOLDOWN.shortest * 2 ** Math.max(fruitless - 1, 0), COOLDOWN.longest)

  /** Somebody else's refresh is as good as ours; ours takes place at most once per cool-down. */
  const findNewer = async (than: Batch | undefined, source: KeySource): Promise<Batch | undefined> => {
    if (flight !== undefined) return flight
    if (batches[0] !== than) return batches[0]
    const now = source.now()
    const waited = now - refreshed
    if (!isCool(waited)) return undefined
    fruitless = waited < KEYS_LIFETIME ? fruitless + 1 : 1
    refreshed = now
    return (flight = load(source))
  }

  return async function* (source) {
    const good = batches.filter((batch) => isGood(batch, source.now()))
    const tried = good.length > 0 ? good : [await (flight ??= load(source))]
    for (const { keys } of tried) yield keys
    const newer = await findNewer(tried[0], source)
    if (newer !== undefined && tried.every(({ text }) => text !== newer.text)) yield newer.keys
  }
}

/** The signature keys of a JWKS document (RFC 7517 §5). */
export const readKeys = (provider: string, document: JsonObject): KeySet => {
  const { keys } = document
  if (!Array.isArray(keys)) throw refusal(provider, 'jwks', 'malformed')
  const usable = findPublicKeys(keys, MOST_KEYS)
  if (usable === undefined) throw refusal(provider, 'jwks', 'too large', { keys: keys.length })
  return { keys: createLocalJWKSet({ keys: usable }), text: JSON.stringify(usable) }
}
