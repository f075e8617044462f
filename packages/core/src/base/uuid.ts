import { toHex } from './bytes.ts'

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')

/** Sixteen bytes as a UUID of a version (RFC 9562 §4). */
export const toUuid = (bytes: Uint8Array, version: 4 | 7 | 8): string => {
  const marked = Uint8Array.from(bytes.subarray(0, 16))
  marked[6] = ((marked[6] ?? 0) & 0x0f) | (version << 4)
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80
  return dashed(toHex(marked))
}
