import { toHex } from './bytes.ts'

const addHyphens = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')

/** Format sixteen bytes as a UUID of the given version (RFC 9562 §4). */
export const toUuid = (bytes: Uint8Array, version: 4 | 7 | 8): string => {
  const uuid = Uint8Array.from(bytes.subarray(0, 16))
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | (version << 4)
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80
  return addHyphens(toHex(uuid))
}
