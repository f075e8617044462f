const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** The text of UTF-8 bytes; throws a `TypeError` on bytes that are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

const binary = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Base64 with padding (RFC 4648 §4). */
export const toBase64 = (bytes: Uint8Array): string => btoa(binary(bytes))

/** Base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

const BASE64URL = /^[A-Za-z0-9_-]*$/

/** The bytes of a base64url text without padding, or `null` when it is not exactly that. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!BASE64URL.test(text) || text.length % 4 === 1) return null
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(raw.length)
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i)
  return bytes
}

/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16)
  return text
}

/** The bytes one after another. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Whether two secrets are the same, taking as long for a near miss as for a wild one.
 *
 * @example
 * sameSecret('right', 'wrong') // false
 */
export const sameSecret = (a: string, b: string): boolean => {
  // The length is public, so an early return tells nothing.
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
