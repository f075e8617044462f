import { utf8 } from '../base/bytes.ts'
import type { CryptoEngine, OpeningKey, SealingKey } from './engine.ts'
import type { NodeBytes, NodeModules } from './node-types.ts'

/** RFC 7518 §5.3: a 96-bit IV and a 128-bit tag. */
const GCM_IV = 12
const GCM_TAG = { authTagLength: 16 }
/** RFC 7518 §5.2.5: a 128-bit IV, and the first half of an HMAC-SHA-512 as tag. */
const CBC_IV = 16
const CBC_TAG = 32

/** Decode canonical base64url, or return `null`. `Buffer` alone ignores invalid characters. */
const decodeStrictly = (buffer: NodeModules['buffer'], text: string): NodeBytes | null => {
  const bytes = buffer.Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

interface Parts {
  readonly iv: NodeBytes
  readonly ciphertext: NodeBytes
  readonly tag: NodeBytes
}

const readParts = (
  { buffer }: NodeModules,
  [iv, ciphertext, tag]: readonly [string, string, string],
  lengths: { readonly iv: number; readonly tag: number },
): Parts | null => {
  const parts = {
    iv: decodeStrictly(buffer, iv),
    ciphertext: decodeStrictly(buffer, ciphertext),
    tag: decodeStrictly(buffer, tag),
  }
  if (parts.iv?.length !== lengths.iv || parts.tag?.length !== lengths.tag || parts.ciphertext === null) return null
  return { iv: parts.iv, ciphertext: parts.ciphertext, tag: parts.tag }
}

const gcmKey = (modules: NodeModules, bytes: Uint8Array): SealingKey => {
  const { crypto, buffer } = modules
  const key = crypto.createSecretKey(bytes)
  return {
    seal: (header, plaintext) => {
      // An IV must not repeat under one key. NIST SP 800-38D §8.3 allows 2^32 encryptions per key with random 96-bit IVs, so
      // that the probability of a repetition stays below 2^-32. That is 1000 per second for seven weeks; then rotate the secret.
      const iv = crypto.randomBytes(GCM_IV)
      const cipher = crypto.createCipheriv('aes-256-gcm', key, iv, GCM_TAG)
      cipher.setAAD(buffer.Buffer.from(header, 'latin1'))
      const ciphertext = buffer.Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const tag = cipher.getAuthTag()
      return `${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${tag.toString('base64url')}`
    },
    open: (header, ...texts) => {
      const parts = readParts(modules, texts, { iv: GCM_IV, tag: GCM_TAG.authTagLength })
      if (parts === null) return null
      const decipher = crypto.createDecipheriv('aes-256-gcm', key, parts.iv, GCM_TAG)
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

/** RFC 7518 §5.2.2.1: the length of the header in bits, as a 64-bit integer. */
const cbcLength = (header: string): Uint8Array => {
  const length = new DataView(new ArrayBuffer(8))
  length.setUint32(4, header.length * 8)
  return new Uint8Array(length.buffer)
}

const cbcKey = (modules: NodeModules, bytes: Uint8Array): OpeningKey => {
  const { crypto, buffer } = modules
  const mac = crypto.createSecretKey(bytes.subarray(0, 32))
  const key = crypto.createSecretKey(bytes.subarray(32))
  const computeTag = (header: string, { iv, ciphertext }: Parts): Uint8Array => {
    const hmac = crypto.createHmac('sha512', mac).update(buffer.Buffer.from(header, 'latin1'))
    return hmac.update(iv).update(ciphertext).update(cbcLength(header)).digest().subarray(0, CBC_TAG)
  }
  return {
    open: (header, ...texts) => {
      const parts = readParts(modules, texts, { iv: CBC_IV, tag: CBC_TAG })
      if (parts === null || !crypto.timingSafeEqual(parts.tag, computeTag(header, parts))) return null
      try {
        const decipher = crypto.createDecipheriv('aes-256-cbc', key, parts.iv)
        return decipher.update(parts.ciphertext, undefined, 'utf8') + decipher.final('utf8')
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
    cbcKey: (bytes) => cbcKey(modules, bytes),
    macKey: (bytes) => {
      const key = crypto.createSecretKey(bytes)
      return { mac: (text) => crypto.createHmac('sha256', key).update(text, 'utf8').digest('hex') }
    },
    sha256: (text) => crypto.createHash('sha256').update(text, 'utf8').digest('base64url'),
  }
}
