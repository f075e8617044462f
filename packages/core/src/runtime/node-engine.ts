import { utf8 } from '../base/bytes.ts'
import { decodeParts, GCM, type CryptoEngine, type SealingKey } from './engine.ts'

/** The used parts of `node:crypto` and `node:buffer`. Core is compiled without the types of Node. */

/** A `Buffer`. */
interface NodeBytes extends Uint8Array<ArrayBuffer> {
  toString(encoding?: 'utf8' | 'base64url'): string
}

/** A `KeyObject`. Parsing raw bytes at each call costs more than the encryption itself. */
interface NodeKey {
  readonly type: string
}

interface NodeCipher {
  setAAD(data: Uint8Array): unknown
  update(data: string, from: 'utf8'): NodeBytes
  final(): NodeBytes
  getAuthTag(): NodeBytes
}

interface NodeDecipher {
  setAAD(data: Uint8Array): unknown
  setAuthTag(tag: Uint8Array): unknown
  update(data: Uint8Array): NodeBytes
  final(): NodeBytes
}

interface NodeHash {
  update(data: string, from: 'utf8'): NodeHash
  digest(to: 'hex' | 'base64url'): string
}

export interface NodeCrypto {
  createSecretKey(key: Uint8Array): NodeKey
  createCipheriv(name: 'aes-256-gcm', key: NodeKey, iv: Uint8Array, options: { authTagLength: number }): NodeCipher
  createDecipheriv(name: 'aes-256-gcm', key: NodeKey, iv: Uint8Array, options: { authTagLength: number }): NodeDecipher
  createHash(name: 'sha256'): NodeHash
  createHmac(name: 'sha256', key: NodeKey): NodeHash
  hkdfSync(hash: 'sha256', ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer
  randomBytes(length: number): NodeBytes
}

export interface NodeBuffer {
  readonly Buffer: {
    from(text: string, encoding: 'base64url' | 'latin1'): NodeBytes
    concat(parts: readonly Uint8Array[]): NodeBytes
  }
}

/** The modules that the engine uses. */
interface NodeModules {
  readonly crypto: NodeCrypto
  readonly buffer: NodeBuffer
}

const GCM_OPTIONS = { authTagLength: GCM.tag }

/** Decode canonical base64url, or return `null`. `Buffer` alone ignores invalid characters. */
const decoder =
  ({ buffer }: NodeModules) =>
  (text: string): NodeBytes | null => {
    const bytes = buffer.Buffer.from(text, 'base64url')
    return bytes.toString('base64url') === text ? bytes : null
  }

const gcmKey = (modules: NodeModules, bytes: Uint8Array): SealingKey => {
  const { crypto, buffer } = modules
  const key = crypto.createSecretKey(bytes)
  const decode = decoder(modules)
  return {
    seal: (header, plaintext) => {
      // An IV must not repeat under one key. NIST SP 800-38D §8.3 allows 2^32 encryptions per key with random 96-bit IVs, so
      // that the probability of a repetition stays below 2^-32. That is 1000 per second for seven weeks; then rotate the secret.
      const iv = crypto.randomBytes(GCM.iv)
      const cipher = crypto.createCipheriv('aes-256-gcm', key, iv, GCM_OPTIONS)
      cipher.setAAD(buffer.Buffer.from(header, 'latin1'))
      const ciphertext = buffer.Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const tag = cipher.getAuthTag()
      return `${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${tag.toString('base64url')}`
    },
    open: (header, ...texts) => {
      const parts = decodeParts(decode, texts)
      if (parts === null) return null
      const decipher = crypto.createDecipheriv('aes-256-gcm', key, parts.iv, GCM_OPTIONS)
      decipher.setAAD(buffer.Buffer.from(header, 'latin1'))
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
export const nodeEngine = (modules: NodeModules): CryptoEngine => {
  const { crypto } = modules
  return {
    name: 'node',
    derive: ({ secret, salt, info, length }) =>
      new Uint8Array(crypto.hkdfSync('sha256', utf8(secret), utf8(salt), utf8(info), length)),
    gcmKey: (bytes) => gcmKey(modules, bytes),
    macKey: (bytes) => {
      const key = crypto.createSecretKey(bytes)
      return { mac: (text) => crypto.createHmac('sha256', key).update(text, 'utf8').digest('hex') }
    },
    sha256: (text) => crypto.createHash('sha256').update(text, 'utf8').digest('base64url'),
  }
}
