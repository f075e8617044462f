const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Decode UTF-8. Throws a `TypeError` if the bytes are not valid UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Base64 with padding (RFC 4648 §4). */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Base64url in its canonical spelling: the bits of the last character that no byte uses are zero (RFC 4648 §3.5). */
const CANONICAL = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/

/** Decode base64url without padding; `null` if it is not canonical: one id would have two spellings. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!CANONICAL.test(text)) return null
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(raw.length)
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i)
  return bytes
}

export const toHex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16)
  return text
}

export const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

/** Compare two secrets in constant time. The time depends on the length only. */
export const sameSecret = (a: string, b: string): boolean => {
  // The length is not secret.
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

/** Format 32 hexadecimal digits as a UUID (RFC 9562 §4). The digits of the version and the variant are replaced. */
const formatUuid = (digits: string, version: 4 | 7 | 8): string => {
  const part = (start: number, end: number): string => digits.slice(start, end)
  const variant = '89ab'.charAt(Number.parseInt(part(16, 17), 16) % 4)
  return [part(0, 8), part(8, 12), version + part(13, 16), variant + part(17, 20), part(20, 32)].join('-')
}

export const toUuid = (bytes: Uint8Array, version: 4 | 8): string => formatUuid(toHex(bytes), version)

/** A UUID of the milliseconds since the epoch, and of hexadecimal digits (RFC 9562 §5.7). */
export const toTimeUuid = (time: number, digits: string, version: 7 | 8): string =>
  formatUuid(time.toString(16).padStart(12, '0') + digits, version)

/** The version of a UUID, and its first 48 bits: the milliseconds, if it was made from a time. */
export const readUuid = (text: string): { readonly version: string; readonly time: number } | undefined => {
  const [, high, low, version] = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-/i.exec(text) ?? []
  return version === undefined ? undefined : { version, time: Number.parseInt(`${high}${low}`, 16) }
}
