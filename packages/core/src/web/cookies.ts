import { stringifySetCookie } from 'cookie'
import type { Cookie } from '../types/http.ts'

/** The cookies of a request: all values of each name, in the order of the header. */
export type CookieJar = ReadonlyMap<string, readonly string[]>

const decode = (value: string): string => {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const EMPTY: CookieJar = new Map()

/** Read a `Cookie` header (RFC 6265 §4.2.1). Never throws. Invalid names and values are kept: only known names are looked up. */
export const readCookies = (header: string | null): CookieJar => {
  if (header === null || header === '') return EMPTY
  const jar = new Map<string, string[]>()
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    const name = pair.slice(0, equals).trim()
    if (name === '') continue
    const value = pair.slice(equals + 1).trim()
    const values = jar.get(name)
    if (values === undefined) jar.set(name, [value])
    else values.push(value)
  }
  return jar
}

/**
 * The value of a cookie, or `undefined`. If a name has two different values, one of them was injected (RFC 6265bis §8.6). The
 * real one cannot be told from it, so the cookie counts as absent.
 */
export const findCookie = (jar: CookieJar, name: string): string | undefined => {
  const values = jar.get(name)
  if (values === undefined) return undefined
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? decode(first) : undefined
}

/** The different values of a name, in the order of the header. */
export const findCookies = (jar: CookieJar, name: string): readonly string[] => [
  ...new Set((jar.get(name) ?? []).map(decode)),
]

/** Format one `Set-Cookie` header. Throws a `TypeError` for an invalid name or attribute. */
export const serializeCookie = ({ name, value, options }: Cookie): string =>
  // Without a prototype, so that no attribute is inherited.
  stringifySetCookie(Object.assign(Object.create(null) as object, options, { name, value }))

/** The cookie that clears another: the same name, domain and path, with an empty value. */
export const clearCookie = ({ name, options }: Pick<Cookie, 'name' | 'options'>): Cookie => {
  const { expires: _expires, ...attributes } = options
  return { name, value: '', options: { ...attributes, maxAge: 0 } }
}
