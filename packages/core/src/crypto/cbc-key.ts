import { once } from '../base/async.ts'
import { fromBase64url } from '../base/bytes.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { builtinModules } from '../runtime/platform.ts'
import { nodeCbcKey } from './node-cbc-key.ts'

/** Decodes like the engines: it keeps a byte order mark and replaces invalid UTF-8 by U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const loadDecrypt = once(() => import('jose/jwe/flattened/decrypt'))

/** A key of A256CBC-HS512 on Web Cryptography. The first token loads `jose`. */
export const joseCbcKey = (key: Uint8Array): OpeningKey => ({
  open: async (header, iv, ciphertext, tag) => {
    if ([iv, ciphertext, tag].some((part) => fromBase64url(part) === null)) return null
    const { flattenedDecrypt } = await loadDecrypt()
    try {
      const { plaintext } = await flattenedDecrypt({ protected: header, iv, ciphertext, tag }, key)
      return decoder.decode(plaintext)
    } catch {
      return null
    }
  },
})

/** A key of A256CBC-HS512 (RFC 7518 §5.2.5), for tokens of Auth.js. */
export const cbcKey = (key: Uint8Array<ArrayBuffer>): OpeningKey =>
  builtinModules === undefined ? joseCbcKey(key) : nodeCbcKey(builtinModules, key)
