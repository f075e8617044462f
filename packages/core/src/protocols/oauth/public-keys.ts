import { fromBase64url } from '../../base/bytes.ts'
import { isObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'

/** A public key as a JWK (RFC 7517 §4). */
export type PublicJwk = JsonObject & { readonly kty: string }

/** Key members that only a private or a shared key has (RFC 7518 §6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv'] as const

/** Characters of a modulus of 2048 bits, the least there may be (RFC 7518 §3.3). */
const SHORTEST_MODULUS = 342

/** With the exponent 1 every message is its own signature. */
const isSound = ({ kty, e, n }: JsonObject): boolean => {
  if (kty !== 'RSA') return true
  if (typeof n !== 'string' || n.length < SHORTEST_MODULUS) return false
  const exponent = typeof e === 'string' ? fromBase64url(e) : null
  return exponent !== null && exponent.some((byte, i) => byte > (i === exponent.length - 1 ? 1 : 0))
}

const isPublic = (jwk: JsonObject): boolean =>
  typeof jwk['kty'] === 'string' && jwk['kty'] !== 'oct' && PRIVATE.every((member) => !Object.hasOwn(jwk, member))

/** What tells one key from another, its name included. */
const MATERIAL = ['kid', 'kty', 'crv', 'n', 'e', 'x', 'y', 'pub'] as const
/** What says for what a key may be used, and what saying nothing means for one that verifies. */
const USUAL = { use: 'sig', key_ops: ['verify'], ext: true } as const

/** The same text for the same key to be used for the same. */
const identityOf = (jwk: JsonObject, algorithm: readonly unknown[]): string => {
  const uses = Object.entries(USUAL).map(([member, usual]) => (Object.hasOwn(jwk, member) ? jwk[member] : usual))
  return JSON.stringify([MATERIAL.map((member) => jwk[member]), uses, algorithm])
}

const algorithmOf = (jwk: JsonObject): readonly unknown[] => (Object.hasOwn(jwk, 'alg') ? [jwk['alg']] : [])

/** One that is listed twice would leave open which of the two is meant. One without an algorithm is the same one for each. */
const withoutTwins = (keys: readonly PublicJwk[]): PublicJwk[] => {
  const first = new Map<string, PublicJwk>()
  for (const jwk of keys) {
    const identity = identityOf(jwk, algorithmOf(jwk))
    if (!first.has(identity)) first.set(identity, jwk)
  }
  return [...first.values()].filter((jwk) => algorithmOf(jwk).length === 0 || !first.has(identityOf(jwk, [])))
}

/** Characters of a member: an RSA key of 16384 bits has some 2731. */
const LONGEST = 4096

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= LONGEST : typeof value === 'boolean'

const OPERATIONS = 16

/** The key without what nobody reads, such as certificates; `undefined` when a member of it is larger than any key's. */
const slim = (jwk: PublicJwk): PublicJwk | undefined => {
  const { kty, key_ops: operations } = jwk
  const members = [...MATERIAL, 'alg', 'use', 'ext'].flatMap((name) =>
    Object.hasOwn(jwk, name) ? [[name, jwk[name]]] : [],
  )
  if (!members.every(([, value]) => isShort(value))) return undefined
  if (operations === undefined) return { ...Object.fromEntries(members), kty }
  const isList = Array.isArray(operations) && operations.length <= OPERATIONS && operations.every(isShort)
  return isList ? { ...Object.fromEntries(members), kty, key_ops: operations } : undefined
}

/**
 * The keys of a list that can verify signatures, each once. Entries that are none are passed over, not fatal; `undefined` when those that
 * are left are more than `most`.
 */
export const findPublicKeys = (listed: readonly unknown[], most: number): PublicJwk[] | undefined => {
  const usable = listed.filter((jwk): jwk is PublicJwk => isObject(jwk) && isPublic(jwk) && isSound(jwk))
  return usable.length > most ? undefined : withoutTwins(usable.flatMap((jwk) => slim(jwk) ?? []))
}
