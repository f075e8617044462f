import { decodeParts, type OpeningKey } from '../runtime/engine.ts'
import { decodeBase64url, type NodeModules } from '../runtime/node-engine.ts'

/** RFC 7518 §5.2.5 and §5.2.2.1: the bytes of each half of the key, of the IV and of the tag, which is half of the MAC. */
const HALF = 32
const SIZES = { iv: 16, tag: 32 }

/** The number of bits of the additional authenticated data, as 64 bits in big-endian order (RFC 7518 §5.2.2.1). */
const lengthInBits = (bytes: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(bytes * 8))
  return new Uint8Array(view.buffer)
}

/** A key of A256CBC-HS512 (RFC 7518 §5.2.5) on `node:crypto`, which opens a token without waiting for a thread. */
export const nodeCbcKey = ({ crypto, buffer: { Buffer } }: NodeModules, bytes: Uint8Array): OpeningKey => {
  const macKey = crypto.createSecretKey(bytes.subarray(0, HALF))
  const encryptionKey = crypto.createSecretKey(bytes.subarray(HALF))
  return {
    open: (header, ...texts) => {
      const parts = decodeParts((text) => decodeBase64url(Buffer, text), texts, SIZES)
      if (parts === null) return null
      const { iv, ciphertext, tag } = parts
      const authenticated = Buffer.from(header, 'latin1')
      const mac = crypto.createHmac('sha512', macKey)
      for (const part of [authenticated, iv, ciphertext, lengthInBits(authenticated.length)]) mac.update(part)
      // §5.2.2.2: nothing is decrypted before the tag is verified, so that the padding reveals nothing.
      if (!crypto.timingSafeEqual(mac.digest().subarray(0, SIZES.tag), tag)) return null
      try {
        const decipher = crypto.createDecipheriv('aes-256-cbc', encryptionKey, iv)
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
