import { fromBase64url } from '../../base/bytes.ts'
import { isObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'

/** A public key as a JWK (RFC 7517 §4). */
export type PublicJwk = JsonObject & { readonly kty: string }

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
/** Members that say how a key may be used, with the meaning of an absent member for a verification key. */
const USE_DEFAULTS = { use: 'sig', key_ops: ['verify'], ext: true } as const

/** Equal for two entries of the same key with the same uses. */
const identityOf = (jwk: JsonObject, algorithm: readonly unknown[]): string => {
  const uses = Object.entries(USE_DEFAULTS).map(([member, value]) => (Object.hasOwn(jwk, member) ? jwk[member] : value))
  return JSON.stringify([IDENTITY.map((member) => jwk[member]), uses, algorithm])
}

const algorithmOf = (jwk: JsonObject): readonly unknown[] => (Object.hasOwn(jwk, 'alg') ? [jwk['alg']] : [])

/** Drop repeated keys: jose refuses a token if several match. A key without `alg` stands for every algorithm. */
const withoutDuplicates = (keys: readonly PublicJwk[]): PublicJwk[] => {
  const first = new Map<string, PublicJwk>()
  for (const jwk of keys) {
    const identity = identityOf(jwk, algorithmOf(jwk))
    if (!first.has(identity)) first.set(identity, jwk)
  }
  return [...first.values()].filter((jwk) => algorithmOf(jwk).length === 0 || !first.has(identityOf(jwk, [])))
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
