import { fromBase64url, fromUtf8 } from '../base/bytes.ts'
import { isObject } from '../base/json.ts'
import type { ContentEncryption } from './keys.ts'

/** What a protected header says, once it says nothing else. */
export interface TokenHeader {
  readonly enc: ContentEncryption
  /** Absent: every key may be tried. */
  readonly kid: string | undefined
}

/** A header longer than this names no key of ours. */
const LONGEST = 1024

/**
 * Members that are understood. All others ask for more work than opening (`zip`, `p2c`), bring keys along (`jku`, `jwk`,
 * `x5u`) or demand to be understood (`crit`), and none stands in a token of ours (RFC 8725 §3.1, §3.10).
 */
const KNOWN: ReadonlySet<string> = new Set(['alg', 'enc', 'kid', 'typ', 'cty'])

const decode = (segment: string): unknown => {
  const bytes = segment.length > LONGEST ? null : fromBase64url(segment)
  if (bytes === null) return undefined
  try {
    // Not our own parser: it drops a `__proto__`, and here every member has to be seen.
    const header: unknown = JSON.parse(fromUtf8(bytes))
    return header
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'

/** Read the protected header of a compact JWE (RFC 7516 §4); `null` when it is not exactly what we open. */
export const readHeader = (segment: string): TokenHeader | null => {
  const header = decode(segment)
  if (!isObject(header) || !Object.keys(header).every((name) => KNOWN.has(name))) return null
  const { alg, enc, kid, typ, cty } = header
  if (alg !== 'dir' || (enc !== 'A256GCM' && enc !== 'A256CBC-HS512')) return null
  return isText(kid) && isText(typ) && isText(cty) ? { enc, kid } : null
}
