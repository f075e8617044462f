import { utf8 } from '../base/bytes.ts'
import { randomBytes } from './random-bytes.ts'
import { decodeParts, GCM, type CryptoEngine, type SealingKey } from './engine.ts'

// The used parts of `node:crypto` and `node:buffer`. Core is compiled without the types of Node.

interface NodeBytes extends Uint8Array<ArrayBuffer> {
  toString(encoding?: 'utf8' | 'base64url'): string
}

/** The class `Buffer`. */
interface NodeBuffer {
  from(text: string, encoding: 'base64url' | 'latin1'): NodeBytes
  from(bytes: ArrayBuffer): NodeBytes
  concat(parts: readonly Uint8Array[]): NodeBytes
}

interface NodeCipher {
  setAAD(data: Uint8Array): unknown
  update(data: string, from: 'utf8'): NodeBytes
  update(data: Uint8Array): NodeBytes
  final(): NodeBytes
  getAuthTag(): NodeBytes
  setAuthTag(tag: Uint8Array): unknown
}

interface NodeHmac {
  update(data: string, from: 'utf8'): NodeHmac
  update(data: Uint8Array): NodeHmac
  digest(to: 'hex'): string
  digest(): NodeBytes
}

export interface NodeModules {
  readonly crypto: {
    createSecretKey(key: Uint8Array): object
    createCipheriv(name: 'aes-256-gcm', key: object, iv: Uint8Array, options: typeof GCM_OPTIONS): NodeCipher
    createDecipheriv(name: 'aes-256-gcm', key: object, iv: Uint8Array, options: typeof GCM_OPTIONS): NodeCipher
    createDecipheriv(name: 'aes-256-cbc', key: object, iv: Uint8Array): NodeCipher
    hash(name: 'sha256', data: string, to: 'base64url'): string
    createHmac(name: 'sha256' | 'sha512', key: object): NodeHmac
    timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean
    hkdfSync(hash: 'sha256', ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer
  }
  readonly buffer: { readonly Buffer: NodeBuffer }
}

const GCM_OPTIONS = { authTagLength: GCM.tag }

/** Decode canonical base64url; `null` for any other text. `Buffer` alone ignores invalid characters. */
export const decodeBase64url = (Buffer: NodeBuffer, text: string): NodeBytes | null => {
  const decoded = Buffer.from(text, 'base64url')
  return decoded.toString('base64url') === text ? decoded : null
}

const gcmKey = ({ crypto, buffer: { Buffer } }: NodeModules, bytes: Uint8Array): SealingKey => {
  // Parsing raw bytes at each call costs more than the encryption itself.
  const key = crypto.createSecretKey(bytes)
  const decode = (text: string): NodeBytes | null => decodeBase64url(Buffer, text)
  return {
    seal: (header, plaintext) => {
      // An IV must not repeat under one key: with random IVs, NIST SP 800-38D §8.3 allows 2^32 encryptions per key.
      // That is 1000 per second for seven weeks; then rotate the secret.
      const iv = Buffer.from(randomBytes(GCM.iv).buffer)
      const cipher = crypto.createCipheriv('aes-256-gcm', key, iv, GCM_OPTIONS)
      cipher.setAAD(Buffer.from(header, 'latin1'))
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const tag = cipher.getAuthTag()
      return `${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${tag.toString('base64url')}`
    },
    open: (header, ...texts) => {
      const parts = decodeParts(decode, texts)
      if (parts === null) return null
      const decipher = crypto.createDecipheriv('aes-256-gcm', key, parts.iv, GCM_OPTIONS)
      decipher.setAAD(Buffer.from(header, 'latin1'))
      decipher.setAuthTag(parts.tag)
      try {
        const plaintext = decipher.update(parts.ciphertext)
        // Checks the tag. The plaintext must not be used before.
        decipher.final()
        return plaintext.toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** The engine on `node:crypto`. All methods are synchronous, and keys are parsed once. */
export const nodeEngine = (modules: NodeModules): CryptoEngine => ({
  name: 'node',
  derive: ({ secret, salt, info, length }) =>
    new Uint8Array(modules.crypto.hkdfSync('sha256', utf8(secret), utf8(salt), utf8(info), length)),
  gcmKey: (bytes) => gcmKey(modules, bytes),
  macKey: (bytes) => {
    const key = modules.crypto.createSecretKey(bytes)
    return { mac: (text) => modules.crypto.createHmac('sha256', key).update(text, 'utf8').digest('hex') }
  },
  sha256: (text) => modules.crypto.hash('sha256', text, 'base64url'),
})
