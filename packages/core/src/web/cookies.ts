// Version 1: npm may install this version for SvelteKit 2 too, which calls functions that version 2 no longer has.
import { stringifySetCookie } from 'cookie'
import type { Cookie, CookieSerializeOptions } from '../types/http.ts'
import { InvalidConfig } from '../errors/error-classes.ts'

/** The values of each cookie name, in the order of the header. */
type Values = ReadonlyMap<string, readonly string[]>

/** The cookies of a request. */
export interface CookieJar {
  readonly get: (name: string) => readonly string[] | undefined
  readonly has: (name: string) => boolean
  /** The cookies whose names start with `prefix`. */
  readonly startingWith: (prefix: string) => Values
  /** The characters of the header. */
  readonly length: number
}

const decode = (value: string): string => {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Whether a name can start at this position of the header: after the beginning or `;`, and spaces. */
const isNameStart = (header: string, at: number): boolean => {
  let before = at - 1
  while (before >= 0 && header[before]?.trim() === '') before -= 1
  return before < 0 || header[before] === ';'
}

/** Read the cookies of a `Cookie` header (RFC 6265 §4.2.1) whose names start with `prefix`. Never throws. */
const readValues = (header: string, prefix: string): Values => {
  const found = new Map<string, string[]>()
  let equals = -1
  for (let at = header.indexOf(prefix), end; at >= 0 && at < header.length; at = header.indexOf(prefix, end + 1)) {
    end = at
    if (!isNameStart(header, at)) continue
    end = header.indexOf(';', at)
    if (end < 0) end = header.length
    // Not searched again in each cookie without `=`: many of them would take quadratic time.
    if (equals < at) equals = header.indexOf('=', at)
    if (equals < 0) break
    const name = equals < end ? header.slice(at, equals).trim() : ''
    if (name === '') continue
    const value = header.slice(equals + 1, end).trim()
    const values = found.get(name)
    // A cookie that was cleared and set again may be sent twice. Its empty value does not compete with the other one.
    if (values === undefined || values[0] === '') found.set(name, [value])
    else if (value !== '') values.push(value)
  }
  return found
}

/**
 * The cookies of a request. Invalid names are kept: only known names are looked up. Each is looked for when it is needed: the
 * other cookies of a browser cost next to nothing.
 */
export const readCookies = (header: string | null): CookieJar => {
  const text = header ?? ''
  const known = new Map<string, Values>()
  const startingWith = (prefix: string): Values => {
    let found = known.get(prefix)
    if (found === undefined) known.set(prefix, (found = readValues(text, prefix)))
    return found
  }
  const get = (name: string) => {
    for (const [prefix, found] of known) if (name.startsWith(prefix)) return found.get(name)
    return startingWith(name).get(name)
  }
  return { get, has: (name) => get(name) !== undefined, startingWith, length: text.length }
}

/** The value of a cookie. Of two different ones, one was injected (RFC 6265bis §8.6): the cookie counts as absent. */
export const findCookie = (jar: CookieJar, name: string): string | undefined => {
  const values = jar.get(name) ?? []
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? decode(first) : undefined
}

/** The different values of a name, in the order of the header. An emptied cookie has none. */
const findCookies = (jar: CookieJar, name: string): string[] => [
  ...new Set((jar.get(name) ?? []).map(decode).filter((value) => value !== '')),
]

/**
 * Format one `Set-Cookie` header. Throws a `TypeError` for an invalid name or attribute.
 *
 * @example
 * serializeCookie({ name: 'theme', value: 'dark', options: { path: '/', secure: true } }) // 'theme=dark; Path=/; Secure'
 */
export const serializeCookie = ({ name, value, options }: Cookie): string =>
  // Without a prototype, so that no attribute is inherited.
  stringifySetCookie(Object.assign(Object.create(null) as object, options, { name, value }))

/** The cookie that clears another: the same name, domain and path, with an empty value. */
export const clearCookie = ({ name, options }: Pick<Cookie, 'name' | 'options'>): Cookie => {
  const { expires: _expires, ...attributes } = options
  return { name, value: '', options: { ...attributes, maxAge: 0 } }
}

/** Characters of the value of one cookie. Browsers store 4096 bytes of name and value (RFC 6265bis §6.1). */
const CHUNK = 3936
/** With more chunks, servers that accept 16 KiB of headers, such as Node, would refuse every request of the user. */
const MAX_CHUNKS = 3
const PLAIN = /^[\w.~!*'()-]*$/

/** The end of the name of a chunk. `.01`, `.1e1` and `-other` are not chunks. */
const CHUNK_INDEX = /^\.(?:0|[1-9]\d?)$/

/** The cookies of the request that belong to this name, whole or in chunks. */
const ownNames = (jar: CookieJar, name: string): string[] => {
  const own: string[] = []
  for (const cookie of jar.startingWith(name).keys())
    if (cookie === name || CHUNK_INDEX.test(cookie.slice(name.length))) own.push(cookie)
  return own
}

/**
 * The chunks of a value. All except the last have the same length, also in other libraries, so a chunk after a shorter
 * one, or after a gap, was injected (RFC 6265bis §8.6). So was a single chunk among other cookies.
 */
const listParts = (jar: CookieJar, name: string, count: number): readonly string[] => {
  const parts: string[] = []
  for (let i = 0; i < count; i += 1) {
    const part = findCookie(jar, `${name}.${i}`)
    if (part === undefined || part === '') break
    parts.push(part)
    if (part.length < (parts[0]?.length ?? 0)) break
  }
  return parts.length === 1 && count > 1 ? [] : parts
}

/** Other libraries do not limit their chunks. This is what the largest limit of servers (64 KiB of headers) allows. */
export const MAX_LEGACY_CHUNKS = 16

/** Read a value from one cookie or from at most `max` chunks. `undefined` with both, or without the first chunk. */
export const readChunked = (jar: CookieJar, name: string, max = MAX_CHUNKS): string | undefined => {
  const own = ownNames(jar, name)
  if (own.includes(name)) return own.length === 1 ? findCookie(jar, name) || undefined : undefined
  const parts = listParts(jar, name, own.length)
  return parts.length > 0 && parts.length <= max ? parts.join('') : undefined
}

/** Values that are tried for one name. If an attacker injects more, the user counts as signed out. */
const MAX_CANDIDATES = 4

/** The possible values of a name: several if an attacker injected a cookie. Mixtures of chunks are not tried. */
export const readCandidates = (jar: CookieJar, name: string): readonly string[] => {
  const own = ownNames(jar, name)
  // Fast path: nearly every request has one value.
  const only = own.length === 1 ? findCookie(jar, name) : undefined
  if (only !== undefined) return only === '' ? [] : [only]
  const values = findCookies(jar, name)
  const parts = listParts(jar, name, own.length - (own.includes(name) ? 1 : 0))
  if (parts.length === 1) values.push(...parts)
  // All chunks, or fewer, because the last chunk of a value can be full as well.
  for (let count = Math.min(parts.length, MAX_CHUNKS); count > 1; count -= 1)
    values.push(parts.slice(0, count).join(''))
  return values.length <= MAX_CANDIDATES ? values : []
}

/** Whether a request has cookies for this name that were not written together, so that some may be injected. */
export const isAmbiguous = (jar: CookieJar, name: string): boolean => {
  const own = ownNames(jar, name)
  if (own.length === 0) return false
  if (own.includes(name)) return own.length > 1 || findCookies(jar, name).length > 1
  return listParts(jar, name, own.length).length < own.length
}

/** The cookies that store a value and clear the rest of the previous one. Throws `InvalidConfig` for a large value. */
export const writeChunked = (jar: CookieJar, name: string, value: string, options: CookieSerializeOptions) => {
  // One character can become nine when it is escaped. Sealed values have only plain characters.
  const size = PLAIN.test(value) ? CHUNK : Math.floor(CHUNK / 9)
  const count = Math.ceil(value.length / size)
  if (count > MAX_CHUNKS) {
    const fix = "Return less from the jwt callback, or set session: { strategy: 'database' }"
    const facts = { characters: value.length, most: CHUNK * MAX_CHUNKS }
    throw new InvalidConfig('The session is too large for cookies', { ...facts, fix })
  }
  const parts = Array.from({ length: count }, (_none, i) => value.slice(i * size, (i + 1) * size))
  const cookies = parts.map((part, i) => ({ name: parts.length === 1 ? name : `${name}.${i}`, value: part, options }))
  const written = new Set(cookies.map((cookie) => cookie.name))
  return [...clearChunked(jar, name, options).filter((cookie) => !written.has(cookie.name)), ...cookies]
}

export const clearChunked = (jar: CookieJar, name: string, options: CookieSerializeOptions): readonly Cookie[] =>
  ownNames(jar, name).map((own) => clearCookie({ name: own, options }))
