import { toBase64url, fromBase64url } from '../../base/bytes.ts'
import { trimEnd } from '../../base/text.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'

/** COSE algorithms (IANA registry "COSE Algorithms"). */
const ES256 = -7
const EDDSA = -8
const ES384 = -35
const ES512 = -36
const RS256 = -257

/** The algorithms that are offered by default, as WebAuthn L3 §5.4 recommends. */
export const DEFAULT_ALGORITHMS: readonly number[] = [EDDSA, ES256, RS256]

/** COSE key parameters (RFC 9052 §7, RFC 9053 §7). -1 to -3 depend on the key type: curve, x, y or modulus, exponent. */
const KTY = 1
export const ALG = 3
const CRV = -1
const X = -2
const Y = -3
const MODULUS = -1
const EXPONENT = -2

/** COSE key types. */
const OKP = 1
const EC2 = 2
const RSA = 3
/** The COSE curve Ed25519. */
const ED25519 = 6

/** Bits of an RSA modulus. NIST SP 800-131A requires the minimum; the maximum bounds the work of a verification. */
const MODULUS_BITS = { min: 2048, max: 8192 }

type CoseKey = ReadonlyMap<unknown, unknown>

const badKey = (why: string): TypeError => new TypeError(`The public key is not valid: ${why}`)

const readBytes = (key: CoseKey, parameter: number, length?: number): Uint8Array => {
  const value = key.get(parameter)
  if (!(value instanceof Uint8Array) || (length !== undefined && value.length !== length)) throw badKey('parameters')
  return value
}

const importKey = async (jwk: JsonWebKey, algorithm: AlgorithmIdentifier | EcKeyImportParams): Promise<void> => {
  try {
    // Fails for a point that is not on its curve.
    await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify'])
  } catch {
    throw badKey('value')
  }
}

interface Curve {
  readonly id: number
  readonly name: string
  /** Bytes of a coordinate. */
  readonly length: number
}

/** WebAuthn L3 §5.8.5: each algorithm has one curve, and points are uncompressed. */
const curves: Readonly<Record<number, Curve>> = {
  [ES256]: { id: 1, name: 'P-256', length: 32 },
  [ES384]: { id: 2, name: 'P-384', length: 48 },
  [ES512]: { id: 3, name: 'P-521', length: 66 },
}

const checkEllipticKey = async (key: CoseKey, { id, name, length }: Curve): Promise<void> => {
  if (key.get(KTY) !== EC2 || key.get(CRV) !== id) throw badKey('curve')
  const x = toBase64url(readBytes(key, X, length))
  const y = toBase64url(readBytes(key, Y, length))
  await importKey({ kty: 'EC', crv: name, x, y }, { name: 'ECDSA', namedCurve: name })
}

const checkEdwardsKey = async (key: CoseKey): Promise<void> => {
  if (key.get(KTY) !== OKP || key.get(CRV) !== ED25519) throw badKey('curve')
  await importKey({ kty: 'OKP', crv: 'Ed25519', x: toBase64url(readBytes(key, X, 32)) }, { name: 'Ed25519' })
}

const countBits = (bytes: Uint8Array): number => {
  const at = bytes.findIndex((byte) => byte !== 0)
  return at < 0 ? 0 : (bytes.length - at) * 8 - Math.clz32(bytes[at] ?? 0) + 24
}

const isOdd = (bytes: Uint8Array): boolean => ((bytes.at(-1) ?? 0) & 1) === 1

const checkRsaKey = (key: CoseKey): void => {
  if (key.get(KTY) !== RSA) throw badKey('type')
  const modulus = readBytes(key, MODULUS)
  const bits = countBits(modulus)
  if (bits < MODULUS_BITS.min || bits > MODULUS_BITS.max || !isOdd(modulus)) throw badKey('modulus')
  const exponent = readBytes(key, EXPONENT)
  const width = countBits(exponent)
  // FIPS 186-5 §5.4: odd, and above 2^16.
  if (width < 17 || width > 64 || !isOdd(exponent)) throw badKey('exponent')
}

/**
 * Check that a COSE key has an accepted algorithm, the key type and curve of that algorithm, and a usable value. Throws a
 * `TypeError`.
 *
 * @param key the decoded key
 * @param algorithms the accepted COSE algorithms
 */
export const checkPublicKey = async (key: unknown, algorithms: readonly number[]): Promise<void> => {
  if (!(key instanceof Map)) throw badKey('not a map')
  const algorithm: unknown = key.get(ALG)
  if (typeof algorithm !== 'number' || !algorithms.includes(algorithm)) throw badKey('algorithm')
  const curve = curves[algorithm]
  if (curve !== undefined) return checkEllipticKey(key, curve)
  if (algorithm === EDDSA) return checkEdwardsKey(key)
  // The RSA algorithms are -37 to -39 (PSS) and -257 to -259.
  if (algorithm <= -257 || (algorithm <= -37 && algorithm >= -39)) return checkRsaKey(key)
  throw badKey('algorithm')
}

/** How a client communicates with an authenticator (WebAuthn L3 §5.8.4). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]

const isTransport = (value: unknown): value is Transport => TRANSPORTS.some((transport) => transport === value)

/** The transports that the browser reported, as the database column stores them. Unknown values are dropped. */
export const formatTransports = (reported: unknown): string | undefined =>
  Array.isArray(reported) ? [...new Set(reported.filter(isTransport))].join(',') : undefined

const parseTransports = (stored: string | null | undefined): Transport[] | undefined => {
  const transports = (stored ?? '').split(',').filter(isTransport)
  return transports.length === 0 ? undefined : transports
}

/** Names a passkey to the browser (`PublicKeyCredentialDescriptorJSON`, WebAuthn L3 §5.8.3). */
export interface CredentialDescriptor {
  /** Base64url. */
  readonly id: string
  readonly transports?: Transport[]
}

/** Rows that other libraries wrote may hold base64 or base64url, with or without padding. */
const toUnpaddedBase64url = (text: string): string => trimEnd(text, '=').replaceAll('+', '-').replaceAll('/', '_')

/** The descriptors of stored passkeys. */
export const toDescriptors = (rows: readonly AdapterAuthenticator[]): CredentialDescriptor[] =>
  rows.map((row) => {
    const transports = parseTransports(row.transports)
    return { id: browserId(row), ...(transports === undefined ? {} : { transports }) }
  })

/** The credential ID of a stored passkey in base64url, as browsers write it. */
export const browserId = ({ credentialID }: Pick<AdapterAuthenticator, 'credentialID'>): string =>
  toUnpaddedBase64url(credentialID)

/** The bytes of the stored public key, or `null` if the column does not hold base64. */
export const readStoredKey = ({ credentialPublicKey }: AdapterAuthenticator): Uint8Array<ArrayBuffer> | null =>
  fromBase64url(toUnpaddedBase64url(credentialPublicKey))
