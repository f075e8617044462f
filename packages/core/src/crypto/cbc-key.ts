import { fromBase64url } from '../base/bytes.ts'
import type { OpeningKey } from '../runtime/engine.ts'

/** Decodes like the engines: it keeps a byte order mark and replaces invalid UTF-8 by U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A key of A256CBC-HS512 (RFC 7518 §5.2.5). It opens tokens of other libraries; this library seals none. `jose` is loaded
 * with the first of them.
 */
export const cbcKey = (key: Uint8Array): OpeningKey => ({
  open: async (header, iv, ciphertext, tag) => {
    if ([iv, ciphertext, tag].some((part) => fromBase64url(part) === null)) return null
    const { flattenedDecrypt } = await import('jose')
    try {
      const { plaintext } = await flattenedDecrypt({ protected: header, iv, ciphertext, tag }, key)
      return decoder.decode(plaintext)
    } catch {
      return null
    }
  },
})
