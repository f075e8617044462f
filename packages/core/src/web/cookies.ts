import { stringifySetCookie } from 'cookie'
import type { Cookie } from '../types/http.ts'

/** The cookies of a request: each name with all its values, as and in the order they came. */
export type CookieJar = ReadonlyMap<string, readonly string[]>

const decoded = (value: string): string => {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const EMPTY: CookieJar = new Map()

/**
 * Read a `Cookie` header (RFC 6265 §4.2.1). Never throws; names and values that make no sense are kept as they are, since
 * only names we look for are ever used.
 */
export const readCookies = (header: string | null): CookieJar => {
  if (header === null || header === '') return EMPTY
  const jar = new Map<string, string[]>()
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    const name = pair.slice(0, equals).trim()
    if (name === '') continue
    const value = pair.slice(equals + 1).trim()
    const known = jar.get(name)
    if (known === undefined) jar.set(name, [value])
    else known.push(value)
  }
  return jar
}

/**
 * The value of a cookie, or `undefined`. A name that came twice with different values was planted by somebody (RFC 6265bis
 * §8.6), and nobody can tell which one is ours, so it counts as absent.
 */
export const findCookie = (jar: CookieJar, name: string): string | undefined => {
  const values = jar.get(name)
  if (values === undefined) return undefined
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? decoded(first) : undefined
}

/** The different values that came under a name, in the order they came. */
export const findCookies = (jar: CookieJar, name: string): readonly string[] => [
  ...new Set((jar.get(name) ?? []).map(decoded)),
]

/** One `Set-Cookie` header line. Throws a `TypeError` when name or attributes cannot stand in one. */
export const serializeCookie = ({ name, value, options }: Cookie): string =>
  // Without a prototype, so that no attribute is found in it that nobody wrote.
  stringifySetCookie(Object.assign(Object.create(null) as object, options, { name, value }))

/** The cookie that makes the browser forget one: the same name and place, nothing in it. */
export const clearCookie = ({ name, options }: Pick<Cookie, 'name' | 'options'>): Cookie => {
  const { expires: _expires, ...place } = options
  return { name, value: '', options: { ...place, maxAge: 0 } }
}
