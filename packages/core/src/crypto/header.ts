import { fromBase64url, fromUtf8 } from '../base/bytes.ts'
import { hasShape, isOneOf, isString, optional } from '../base/shape.ts'
import type { ContentEncryption } from './keys.ts'

/** The members of a protected header that select the key. */
export interface TokenHeader {
  readonly enc: ContentEncryption
  /** If absent, every key is tried. */
  readonly kid?: string
}

/** Characters of the encoded header. */
const MAX_LENGTH = 1024

/**
 * The accepted members. A token of this library has no others, and the others are dangerous: they ask for more work (`zip`,
 * `p2c`), bring keys (`jku`, `jwk`, `x5u`) or change the processing (`crit`). RFC 8725 §3.1, §3.10.
 */
const HEADER = {
  alg: isOneOf('dir'),
  enc: isOneOf('A256GCM', 'A256CBC-HS512'),
  kid: optional(isString),
  typ: optional(isString),
  cty: optional(isString),
}

const decode = (segment: string): unknown => {
  const bytes = segment.length > MAX_LENGTH ? null : fromBase64url(segment)
  if (bytes === null) return undefined
  try {
    // `parseJson` drops `__proto__`, but here every member must be checked.
    const header: unknown = JSON.parse(fromUtf8(bytes))
    return header
  } catch {
    return undefined
  }
}

/** Read the protected header of a compact JWE (RFC 7516 §4). `null` if a member or a value is not accepted. */
export const readHeader = (segment: string): TokenHeader | null => {
  const header = decode(segment)
  return hasShape(header, HEADER) ? (header as TokenHeader) : null
}
