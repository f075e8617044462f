import { hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint, CompactEncrypt, type CompactJWEHeaderParameters } from 'jose'

export type Encryption = 'A256GCM' | 'A256CBC-HS512'

/** The key of a secret for a purpose, derived without our code. */
export const deriveAlone = (secret: string, purpose: string, enc: Encryption): Uint8Array =>
  new Uint8Array(
    hkdfSync(
      'sha256',
      secret,
      purpose,
      `Authwright Generated Encryption Key (${purpose})`,
      enc === 'A256GCM' ? 32 : 64,
    ),
  )

/** The name that such a key goes by. */
export const kidOf = (key: Uint8Array): Promise<string> =>
  calculateJwkThumbprint({ kty: 'oct', k: Buffer.from(key).toString('base64url') })

interface Wanted {
  readonly enc?: Encryption
  readonly plaintext?: string
  /** Members of the header beyond `alg` and `enc`. */
  readonly header?: Partial<CompactJWEHeaderParameters>
}

/** A token as `jose` makes it under our key. */
export const sealWithJose = (secret: string, purpose: string, wanted: Wanted = {}): Promise<string> => {
  const { enc = 'A256GCM', plaintext = '{"sub":"ann"}', header } = wanted
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: 'dir', enc, ...header })
    .encrypt(deriveAlone(secret, purpose, enc))
}
