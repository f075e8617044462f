import { fromUtf8 } from '../../base/bytes.ts'

/** What CTAP2 authenticators write (CTAP 2.1 §8): no floats, no tags, nothing of indefinite length. */
export type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>

/** Levels that data may be nested: CTAP 2.1 §8 allows four, and a certificate chain in a statement needs three. */
const DEEPEST = 8

/** An item, and where the next one begins. */
interface Item {
  readonly value: Cbor
  readonly next: number
}

const malformed = (why: string): TypeError => new TypeError(`The CBOR is not canonical: ${why}`)

const readArgument = (bytes: Uint8Array, at: number): { readonly argument: number; readonly next: number } => {
  const info = (bytes[at] ?? 0) & 0x1f
  if (info < 24) return { argument: info, next: at + 1 }
  const width = [1, 2, 4, 8][info - 24]
  // 28 to 30 mean nothing, 31 is an indefinite length (RFC 8949 §3).
  if (width === undefined || at + 1 + width > bytes.length) throw malformed('length')
  let argument = 0
  for (const byte of bytes.subarray(at + 1, at + 1 + width)) argument = argument * 256 + byte
  const least = [24, 0x100, 0x10000, 0x1_0000_0000][info - 24] ?? 0
  if (argument < least || !Number.isSafeInteger(argument)) throw malformed('integer')
  return { argument, next: at + 1 + width }
}

const readList = (bytes: Uint8Array, from: number, count: number, depth: number): Item => {
  const value: Cbor[] = []
  let next = from
  for (let i = 0; i < count; i += 1) {
    const item = readItem(bytes, next, depth + 1)
    value.push(item.value)
    next = item.next
  }
  return { value, next }
}

const readMap = (bytes: Uint8Array, from: number, count: number, depth: number): Item => {
  const { value: flat, next } = readList(bytes, from, count * 2, depth)
  const items = Array.isArray(flat) ? flat : []
  const value = new Map<number | string, Cbor>()
  for (let i = 0; i < items.length; i += 2) {
    const key: Cbor = items[i]
    if (typeof key !== 'number' && typeof key !== 'string') throw malformed('key')
    if (value.has(key)) throw malformed('duplicate key')
    value.set(key, items[i + 1])
  }
  return { value, next }
}

const simple = (argument: number): Cbor => {
  if (argument === 20) return false
  if (argument === 21) return true
  if (argument === 22) return null
  throw malformed('simple value')
}

const readItem = (bytes: Uint8Array, at: number, depth: number): Item => {
  if (depth > DEEPEST) throw malformed('nesting')
  if (at >= bytes.length) throw malformed('end')
  const major = (bytes[at] ?? 0) >> 5
  // Floats are told from simple values by the width of their argument.
  if (major === 7 && ((bytes[at] ?? 0) & 0x1f) > 23) throw malformed('float')
  const { argument, next } = readArgument(bytes, at)
  const left = bytes.length - next
  switch (major) {
    case 0:
      return { value: argument, next }
    case 1:
      return { value: -1 - argument, next }
    case 2:
    case 3: {
      // A length is believed only as far as there are bytes, so nothing is allocated on a claim.
      if (argument > left) throw malformed('length')
      const text = bytes.subarray(next, next + argument)
      return { value: major === 2 ? text : fromUtf8(text), next: next + argument }
    }
    case 4:
    case 5:
      if (argument > left) throw malformed('length')
      return major === 4 ? readList(bytes, next, argument, depth) : readMap(bytes, next, argument, depth)
    case 7:
      return { value: simple(argument), next }
    default:
      throw malformed('tag')
  }
}

/** Read the item that begins at a place. Throws a `TypeError` for what no authenticator should write. */
export const readCborAt = (bytes: Uint8Array, at: number): Item => readItem(bytes, at, 0)

/** Read bytes that are one item and nothing more. Throws a `TypeError`. */
export const readCbor = (bytes: Uint8Array): Cbor => {
  const { value, next } = readCborAt(bytes, 0)
  if (next !== bytes.length) throw malformed('trailing bytes')
  return value
}
