import type { Cbor } from './cbor.ts'
import { readCbor } from './cbor.ts'
import { readAttestedCredential } from './authenticator-data.ts'
import type { AttestedCredential } from './authenticator-data.ts'
import { algorithmOf } from './public-key.ts'

/** An attestation object (WebAuthn L3 §6.5), looked over. */
export interface Attestation {
  readonly format: string
  readonly credential: AttestedCredential
  /** Whether the statement carries certificates, which prove something only to whoever has trust anchors. */
  readonly hasCertificates: boolean
}

const member = (object: Cbor, name: string): Cbor | undefined => (object instanceof Map ? object.get(name) : undefined)

/** Read an attestation object. Throws a `TypeError` for whatever no authenticator should write. */
export const readAttestation = (bytes: Uint8Array): Attestation => {
  const object = readCbor(bytes)
  const format = member(object, 'fmt')
  const statement = member(object, 'attStmt')
  const data = member(object, 'authData')
  if (typeof format !== 'string' || !(statement instanceof Map) || !(data instanceof Uint8Array)) {
    throw new TypeError('The attestation object lacks a member')
  }
  const credential = readAttestedCredential(data)
  if (credential === undefined) throw new TypeError('The attestation object holds no credential')
  const hasCertificates = statement.has('x5c')
  // WebAuthn L3 §8.2: without certificates the key attests to itself, so the algorithm is its own.
  if (format === 'packed' && !hasCertificates && statement.get('alg') !== algorithmOf(credential.publicKey)) {
    throw new TypeError('The statement is signed by another algorithm than that of the key')
  }
  return { format, credential, hasCertificates }
}
