import { ALG } from './credential-public-key.ts'
import type { SimpleWebAuthn } from './simplewebauthn.ts'

/** An attestation object (WebAuthn L3 §6.5), decoded but not verified. */
export interface AttestationObject {
  readonly format: string
  /** Without trust anchors certificates prove nothing. */
  readonly hasCertificates: boolean
  readonly credentialId: Uint8Array<ArrayBuffer>
  readonly publicKey: unknown
}

type Cbor = Parameters<SimpleWebAuthn['helpers']['isoCBOR']['encode']>[0]

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])

/**
 * Decode an attestation object. Throws an error of any class if the bytes are not deterministic CBOR (CTAP 2.1 §8), have
 * bytes behind them, or lack a member.
 */
export const readAttestationObject = (
  { helpers }: SimpleWebAuthn,
  bytes: Uint8Array<ArrayBuffer>,
): AttestationObject => {
  const object = helpers.isoCBOR.decodeFirst<Cbor>(bytes)
  // The decoder stops after the first item and accepts longer encodings. Both change the length when encoded again.
  if (!(object instanceof Map) || !isEqual(helpers.isoCBOR.encode(object), bytes)) {
    throw new TypeError('The attestation object is not one map in deterministic CBOR')
  }
  const format = object.get('fmt')
  const statement = object.get('attStmt')
  const data = object.get('authData')
  if (typeof format !== 'string' || !(statement instanceof Map) || !(data instanceof Uint8Array)) {
    throw new TypeError('The attestation object lacks a member')
  }
  const { credentialID: credentialId, credentialPublicKey } = helpers.parseAuthenticatorData(new Uint8Array(data))
  if (credentialId === undefined || credentialPublicKey === undefined) {
    throw new TypeError('The attestation object has no credential')
  }
  const publicKey: unknown = helpers.decodeCredentialPublicKey(credentialPublicKey)
  const hasCertificates = statement.has('x5c')
  // WebAuthn L3 §8.2: without certificates the credential key signs the statement, so both name the same algorithm.
  if (
    format === 'packed' &&
    !hasCertificates &&
    !(publicKey instanceof Map && statement.get('alg') === publicKey.get(ALG))
  ) {
    throw new TypeError('The self attestation names another algorithm than its key')
  }
  return { format, hasCertificates, credentialId, publicKey }
}
