import { utf8 } from '../base/bytes.ts'
import { decodeParts, GCM } from './engine.ts'
import type { CryptoEngine, SealingKey } from './engine.ts'
import type { NodeBytes, NodeModules } from './node-types.ts'

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
