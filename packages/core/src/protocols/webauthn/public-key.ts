import { toBase64url } from '../../base/bytes.ts'
import type { Cbor } from './cbor.ts'

/** COSE algorithms (IANA registry) whose keys can be looked over here. */
export const ES256 = -7
export const EDDSA = -8
export const ES384 = -35
export const ES512 = -36
export const RS256 = -257

/** What is offered unless the owner says otherwise (WebAuthn L3 §5.4 advises these three). */
export const DEFAULT_ALGORITHMS: readonly number[] = [EDDSA, ES256, RS256]

/** COSE key parameters (RFC 9052 §7, RFC 9053 §7). */
const KTY = 1
const ALG = 3
const FIRST = -1
const SECOND = -2
const THIRD = -3

const OKP = 1
const EC2 = 2
const RSA = 3

/** Bits of an RSA modulus; NIST SP 800-131A allows no fewer. */
const LEAST_MODULUS = 2048
const MOST_MODULUS = 8192

type Key = ReadonlyMap<number | string, Cbor>

const bad = (why: string): TypeError => new TypeError(`The public key is not good: ${why}`)

const member = (key: Key, name: number, length?: number): Uint8Array => {
  const value = key.get(name)
  if (!(value instanceof Uint8Array) || (length !== undefined && value.length !== length)) throw bad('parameters')
  return value
}

const importKey = async (jwk: JsonWebKey, algorithm: AlgorithmIdentifier | EcKeyImportParams): Promise<void> => {
  try {
    // A point that is not on its curve does not come through.
    await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify'])
  } catch {
    throw bad('value')
  }
}

interface Curve {
  readonly id: number
  readonly name: string
  /** Bytes of a coordinate. */
  readonly length: number
}

/** WebAuthn L3 §5.8.5: each algorithm has its one curve, and points are never compressed. */
const curves: Readonly<Record<number, Curve>> = {
  [ES256]: { id: 1, name: 'P-256', length: 32 },
  [ES384]: { id: 2, name: 'P-384', length: 48 },
  [ES512]: { id: 3, name: 'P-521', length: 66 },
}

const checkEllipticKey = async (key: Key, { id, name, length }: Curve): Promise<void> => {
  if (key.get(KTY) !== EC2 || key.get(FIRST) !== id) throw bad('curve')
  const x = toBase64url(member(key, SECOND, length))
  const y = toBase64url(member(key, THIRD, length))
  await importKey({ kty: 'EC', crv: name, x, y }, { name: 'ECDSA', namedCurve: name })
}

const checkEdwardsKey = async (key: Key): Promise<void> => {
  if (key.get(KTY) !== OKP || key.get(FIRST) !== 6) throw bad('curve')
  await importKey({ kty: 'OKP', crv: 'Ed25519', x: toBase64url(member(key, SECOND, 32)) }, { name: 'Ed25519' })
}

const bitsOf = (bytes: Uint8Array): number => {
  const at = bytes.findIndex((byte) => byte !== 0)
  return at < 0 ? 0 : (bytes.length - at) * 8 - Math.clz32(bytes[at] ?? 0) + 24
}

const checkRsaKey = (key: Key): void => {
  if (key.get(KTY) !== RSA) throw bad('type')
  const modulus = member(key, FIRST)
  const exponent = member(key, SECOND)
  const size = bitsOf(modulus)
  if (size < LEAST_MODULUS || size > MOST_MODULUS || ((modulus.at(-1) ?? 0) & 1) === 0) throw bad('modulus')
  // FIPS 186-5 §5.4: odd, and above 2^16.
  const width = bitsOf(exponent)
  if (width < 17 || width > 64 || ((exponent.at(-1) ?? 0) & 1) === 0) throw bad('exponent')
}

/**
 * Look a COSE key over: of an algorithm that was offered, of the type and curve that belong to it, with a value that can be
 * a key. The library takes a key as it comes when nothing is signed at registration. Throws a `TypeError`.
 */
export const checkPublicKey = async (key: Cbor, algorithms: readonly number[]): Promise<void> => {
  if (!(key instanceof Map)) throw bad('no map')
  const algorithm: unknown = key.get(ALG)
  if (typeof algorithm !== 'number' || !algorithms.includes(algorithm)) throw bad('algorithm')
  const curve = curves[algorithm]
  if (curve !== undefined) return checkEllipticKey(key, curve)
  if (algorithm === EDDSA) return checkEdwardsKey(key)
  // The RSA algorithms are -37 to -39 (PSS) and -257 to -259.
  if (algorithm <= -257 || (algorithm <= -37 && algorithm >= -39)) return checkRsaKey(key)
  throw bad('algorithm')
}

/** The algorithm of a key that was looked over. */
export const algorithmOf = (key: Cbor): unknown => (key instanceof Map ? key.get(ALG) : undefined)
