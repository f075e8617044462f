import { concat, fromBase64url, toBase64url, toHex, utf8 } from '../base/bytes.ts'
import { randomBytes } from './random-bytes.ts'
import { decodeParts, GCM, type CryptoEngine, type SealingKey } from './engine.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Decodes like the engine on `node:crypto`: it keeps a byte order mark and replaces invalid UTF-8 by U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const toBytes = (buffer: ArrayBuffer): Bytes => new Uint8Array(buffer)

const importGcm = async (bytes: Bytes): Promise<SealingKey> => {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    seal: async (header, plaintext) => {
      // An IV must not repeat under one key; see the limit in node-engine.ts.
      const iv = randomBytes(GCM.iv)
      const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(header), tagLength: GCM.tag * 8 }
      const sealed = toBytes(await subtle.encrypt(algorithm, key, utf8(plaintext)))
      const end = sealed.length - GCM.tag
      return [iv, sealed.subarray(0, end), sealed.subarray(end)].map(toBase64url).join('.')
    },
    open: async (header, ...texts) => {
      const parts = decodeParts(fromBase64url, texts)
      if (parts === null) return null
      const algorithm = { name: 'AES-GCM', iv: parts.iv, additionalData: utf8(header), tagLength: GCM.tag * 8 }
      try {
        return decoder.decode(await subtle.decrypt(algorithm, key, concat(parts.ciphertext, parts.tag)))
      } catch {
        return null
      }
    },
  }
}

/** The engine on Web Cryptography, for runtimes without `node:crypto`. All methods return promises. */
export const webEngine: CryptoEngine = {
  name: 'web',
  derive: async ({ secret, salt, info, length }) => {
    const key = await crypto.subtle.importKey('raw', utf8(secret), 'HKDF', false, ['deriveBits'])
    const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: utf8(salt), info: utf8(info) }
    return toBytes(await crypto.subtle.deriveBits(algorithm, key, length * 8))
  },
  gcmKey: importGcm,
  macKey: async (bytes) => {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return { mac: async (text) => toHex(toBytes(await crypto.subtle.sign('HMAC', key, utf8(text)))) }
  },
  sha256: async (text) => toBase64url(toBytes(await crypto.subtle.digest('SHA-256', utf8(text)))),
}
