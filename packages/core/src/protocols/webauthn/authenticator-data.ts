import { readCborAt } from './cbor.ts'
import type { Cbor } from './cbor.ts'

/** WebAuthn L3 §6.5.1. */
export interface AttestedCredential {
  /** Sixteen bytes that name the model of the authenticator. */
  readonly aaguid: Uint8Array
  readonly id: Uint8Array
  readonly publicKey: Cbor
}

/** WebAuthn L3 §7.1 step 25: longer ids are refused. */
export const LONGEST_CREDENTIAL_ID = 1023

const FLAGS_AT = 32
const FIXED = 37
const AT = 0x40
const ED = 0x80

const readCredential = (bytes: Uint8Array): { readonly credential: AttestedCredential; readonly next: number } => {
  const idAt = FIXED + 18
  const length = ((bytes[idAt - 2] ?? 0) << 8) | (bytes[idAt - 1] ?? 0)
  if (bytes.length < idAt || length < 1 || length > LONGEST_CREDENTIAL_ID)
    throw new TypeError('The credential id has no good length')
  const { value, next } = readCborAt(bytes, idAt + length)
  const credential = { aaguid: bytes.slice(FIXED, FIXED + 16), id: bytes.slice(idAt, idAt + length), publicKey: value }
  return { credential, next }
}

/**
 * Look authenticator data over (WebAuthn L3 §6.1) before the library does, which believes more: every byte has to be
 * accounted for. Throws a `TypeError`.
 */
export const readAttestedCredential = (bytes: Uint8Array): AttestedCredential | undefined => {
  const flags = bytes[FLAGS_AT]
  if (flags === undefined || bytes.length < FIXED) throw new TypeError('The authenticator data is too short')
  const attested = (flags & AT) === 0 ? undefined : readCredential(bytes)
  let end = attested?.next ?? FIXED
  if ((flags & ED) !== 0) {
    const extensions = readCborAt(bytes, end)
    if (!(extensions.value instanceof Map)) throw new TypeError('The extension data is no map')
    end = extensions.next
  }
  if (end !== bytes.length) throw new TypeError('The authenticator data is longer than it says')
  return attested?.credential
}
