import { fromBase64url, toBase64url } from '../../base/bytes.ts'
import { trimEnd } from '../../base/trim-end.ts'

/** Standard base64 with padding (RFC 4648 §4), in which databases of this interface keep ids and keys. */
export const toBase64 = (bytes: Uint8Array): string => {
  const text = toBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** The bytes of base64 or base64url, padded or not, or `null`: what other libraries wrote into a database. */
export const fromAnyBase64 = (text: string): Uint8Array<ArrayBuffer> | null =>
  fromBase64url(trimEnd(text, '=').replaceAll('+', '-').replaceAll('/', '_'))

/**
 * The bytes of the one way in which base64url without padding writes them (RFC 4648 §3.5), or `null`: two texts that mean
 * the same bytes would be two credentials to whoever compares texts.
 */
export const fromExactBase64url = (text: unknown, longest: number): Uint8Array<ArrayBuffer> | null => {
  if (typeof text !== 'string' || text.length > Math.ceil((longest * 4) / 3)) return null
  const bytes = fromBase64url(text)
  return bytes !== null && toBase64url(bytes) === text ? bytes : null
}
