import { defaultPath, domainMatches, isTrustworthy } from './matching.ts'

/**
 * A cookie as a browser keeps it (RFC 6265 §5.3).
 * @example
 * const isProtected = ({ httpOnly, secure, sameSite }: StoredCookie) => httpOnly && secure && sameSite !== 'none'
 */
export interface StoredCookie {
  /** The name. */
  readonly name: string
  /** The value, as it was sent. */
  readonly value: string
  /** The host that the cookie belongs to. */
  readonly domain: string
  /** Whether subdomains do not get the cookie. */
  readonly hostOnly: boolean
  /** The path below which the cookie is sent. */
  readonly path: string
  /** Whether the cookie is sent over https only. */
  readonly secure: boolean
  /** Whether scripts cannot read the cookie. */
  readonly httpOnly: boolean
  /** `lax` when the cookie does not say, as in browsers. */
  readonly sameSite: 'strict' | 'lax' | 'none'
  /** Milliseconds since the epoch; `Infinity` for a session cookie. */
  readonly expires: number
}

const MAXIMAL_BYTES = 4096

const splitAt = (text: string, sign: string): readonly [string, string] => {
  const at = text.indexOf(sign)
  return at === -1 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

// A later attribute of the same name wins (RFC 6265 §5.3 step 3 ff.: "the last attribute").
const attributesOf = (parts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(parts.map((part) => splitAt(part, '=')).map(([name, value]) => [name.toLowerCase(), value]))

// Max-Age goes before Expires (RFC 6265 §5.3 step 3).
const expiryOf = (attributes: ReadonlyMap<string, string>, now: number): number => {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0 ? 0 : now + Number(maxAge) * 1000
  const expires = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires
}

const sameSiteOf = (written: string | undefined): StoredCookie['sameSite'] => {
  const value = written?.toLowerCase()
  return value === 'strict' || value === 'none' ? value : 'lax'
}

/** `__Secure-` and `__Host-` are rules that a browser enforces (RFC 6265bis §4.1.3). */
const keepsPrefixPromise = (cookie: StoredCookie, writtenPath: string | undefined): boolean => {
  const name = cookie.name.toLowerCase()
  if (name.startsWith('__secure-')) return cookie.secure
  return !name.startsWith('__host-') || (cookie.secure && cookie.hostOnly && writtenPath === '/')
}

/** Reads a `Set-Cookie` line as a browser does; `null` when a browser rejects the cookie. */
export const readSetCookie = (line: string, url: URL, now: number): StoredCookie | null => {
  const [pair = '', ...rest] = line.split(';')
  if (!pair.includes('=')) return null
  const [name, value] = splitAt(pair, '=')
  const attributes = attributesOf(rest)
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  const path = attributes.get('path')
  const cookie: StoredCookie = {
    name,
    value,
    domain: domain === '' ? url.hostname : domain,
    hostOnly: domain === '',
    path: path?.startsWith('/') ? path : defaultPath(url),
    secure: attributes.has('secure'),
    httpOnly: attributes.has('httponly'),
    sameSite: sameSiteOf(attributes.get('samesite')),
    expires: expiryOf(attributes, now),
  }
  const foreign = !cookie.hostOnly && !domainMatches(url.hostname, domain)
  const tooLong = new TextEncoder().encode(name + value).length > MAXIMAL_BYTES
  const overPlain = cookie.secure && !isTrustworthy(url)
  const looseNone = cookie.sameSite === 'none' && !cookie.secure
  return foreign || tooLong || overPlain || looseNone || !keepsPrefixPromise(cookie, path) ? null : cookie
}
