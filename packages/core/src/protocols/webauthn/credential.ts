import { toBase64url, toHex } from '../../base/bytes.ts'
import { defined, isOneOf } from '../../base/json.ts'
import { trimEnd } from '../../base/text.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'

/** COSE key parameters (RFC 9052 §7, RFC 9053 §7). -1 to -3 depend on the key type. */
const [KTY, CRV, X, Y, MODULUS, EXPONENT] = [1, -1, -2, -3, -1, -2]
export const ALG = 3

const [OKP, EC, RSA] = [1, 2, 3]

type CoseKey = ReadonlyMap<unknown, unknown>

const badKey = (why: string): TypeError => new TypeError(`The public key is not valid: ${why}`)

const readBytes = (key: CoseKey, parameter: number): Uint8Array => {
  const value = key.get(parameter)
  if (value instanceof Uint8Array) return value
  throw badKey('parameters')
}

/** The COSE numbers of key type and curve, the name of the curve, and the bytes of each coordinate. */
type Curve = readonly [kty: number, crv: number, name: string, length: number]

/** WebAuthn L3 §5.8.5: each algorithm has one curve, and points are uncompressed. ES256, EdDSA, ES384, ES512. */
const curves = new Map<unknown, Curve>([
  [-7, [EC, 1, 'P-256', 32]],
  [-8, [OKP, 6, 'Ed25519', 32]],
  [-35, [EC, 2, 'P-384', 48]],
  [-36, [EC, 3, 'P-521', 66]],
])

const checkCurveKey = async (key: CoseKey, [kty, crv, name, length]: Curve): Promise<void> => {
  if (key.get(KTY) !== kty || key.get(CRV) !== crv) throw badKey('curve')
  const isEc = kty === EC
  const coordinates = (isEc ? [X, Y] : [X]).map((parameter) => readBytes(key, parameter))
  if (coordinates.some((coordinate) => coordinate.length !== length)) throw badKey('parameters')
  const [x, y] = coordinates.map(toBase64url)
  const jwk = { kty: isEc ? 'EC' : 'OKP', crv: name, ...defined({ x, y }) }
  // Fails for a point that is not on its curve.
  await crypto.subtle.importKey('jwk', jwk, { name: isEc ? 'ECDSA' : name, namedCurve: name }, true, ['verify'])
}

const readInteger = (key: CoseKey, parameter: number): bigint => BigInt(`0x0${toHex(readBytes(key, parameter))}`)

const checkRsaKey = (key: CoseKey): void => {
  if (key.get(KTY) !== RSA) throw badKey('type')
  const modulus = readInteger(key, MODULUS)
  // NIST SP 800-131A requires 2048 bits; the maximum of 8192 bits bounds the work of a verification.
  if (modulus < 2n ** 2047n || modulus >= 2n ** 8192n || modulus % 2n === 0n) throw badKey('modulus')
  const exponent = readInteger(key, EXPONENT)
  // FIPS 186-5 §5.4: odd, and above 2^16.
  if (exponent < 2n ** 16n || exponent >= 2n ** 64n || exponent % 2n === 0n) throw badKey('exponent')
}

/** Check algorithm, type, curve and value of a COSE key: without attestation it signs nothing at registration. */
export const checkPublicKey = async (key: unknown, algorithms: readonly number[]): Promise<void> => {
  if (!(key instanceof Map)) throw badKey('not a map')
  const algorithm: unknown = key.get(ALG)
  if (typeof algorithm !== 'number' || !algorithms.includes(algorithm)) throw badKey('algorithm')
  const curve = curves.get(algorithm)
  if (curve !== undefined) return checkCurveKey(key, curve)
  // The RSA algorithms are -37 to -39 (PSS) and -257 to -259.
  if (algorithm <= -257 || (algorithm <= -37 && algorithm >= -39)) return checkRsaKey(key)
  throw badKey('algorithm')
}

/** How a client communicates with an authenticator (WebAuthn L3 §5.8.4). */
const isTransport = isOneOf('ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb')

/** The transports that the browser reported, as the database column stores them. Unknown values are dropped. */
export const formatTransports = (reported: unknown): string | undefined =>
  Array.isArray(reported) ? [...new Set(reported.filter(isTransport))].join(',') : undefined

/** Rows that other libraries wrote may hold base64 or base64url, with or without padding. */
export const toUnpaddedBase64url = (text: string): string =>
  trimEnd(text, '=').replaceAll('+', '-').replaceAll('/', '_')

export const toDescriptors = (rows: readonly AdapterAuthenticator[]) =>
  rows.map((row) => {
    const transports = (row.transports ?? '').split(',').filter(isTransport)
    return { id: browserId(row), ...defined({ transports: transports.length === 0 ? undefined : transports }) }
  })

/** Names a passkey to the browser (`PublicKeyCredentialDescriptorJSON`, WebAuthn L3 §5.8.3). */
export type CredentialDescriptor = ReturnType<typeof toDescriptors>[number]

/** The credential ID of a stored passkey in base64url, as browsers write it. */
export const browserId = ({ credentialID }: Pick<AdapterAuthenticator, 'credentialID'>): string =>
  toUnpaddedBase64url(credentialID)
