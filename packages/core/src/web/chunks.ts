import { InvalidConfig } from '../errors/error-classes.ts'
import type { Cookie, CookieSerializeOptions } from '../types/http.ts'
import { findCookie, findCookies, clearCookie } from './cookies.ts'
import type { CookieJar } from './cookies.ts'

/** Characters of one cookie's value. A browser keeps 4096 bytes of name and value (RFC 6265bis §6.1). */
const CHUNK = 3936
/** More than this and servers that allow 16 KiB of headers, Node among them, would refuse the person's every request. */
const MOST_CHUNKS = 3
const PLAIN = /^[\w.~!*'()-]*$/

/** The suffix of a chunk: digits as we write them, so neither `.01` nor `.1e1` nor `-other` belongs to us. */
const chunkIndex = (name: string, cookie: string): number | undefined => {
  const rest = cookie.slice(name.length)
  return cookie.startsWith(name) && /^\.(?:0|[1-9]\d?)$/.test(rest) ? Number(rest.slice(1)) : undefined
}

/** The names in a request under which a value of this name, whole or in chunks, is kept. */
const ownNames = (jar: CookieJar, name: string): string[] =>
  [...jar.keys()].filter((cookie) => cookie === name || chunkIndex(name, cookie) !== undefined)

/**
 * The parts of a value, from the first one on. All but the last are cut equally long, by us and by libraries before us, so that what
 * follows a shorter one, or a gap, was planted: a neighbouring site can add to our parts (RFC 6265bis §8.6). A value in one part has
 * no number, so that such a part among others is none.
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

/**
 * A value that may stand in one cookie or in several, `name.0` to `name.n`. A mix of both forms is nobody's value, and so are
 * parts of which the first ones came twice or not at all, and more than `most` of them.
 */
export const readChunked = (jar: CookieJar, name: string, most = MOST_CHUNKS): string | undefined => {
  const own = jar.size === 0 ? [] : ownNames(jar, name)
  if (own.includes(name)) return own.length === 1 ? findCookie(jar, name) || undefined : undefined
  const parts = listParts(jar, name, own.length)
  return parts.length > 0 && parts.length <= most ? parts.join('') : undefined
}

/** What some parts may be: all of them, or the first ones, where the last of those happens to be as long as the others. */
const listRuns = (parts: readonly string[]): readonly string[] => {
  if (parts.length < 2) return parts
  const most = Math.min(parts.length, MOST_CHUNKS)
  return Array.from({ length: most - 1 }, (_none, i) => parts.slice(0, most - i).join(''))
}

/** Values under one name that are tried; whoever plants more wins no more than that nobody is signed in. */
const MOST_CANDIDATES = 4

/**
 * What a request may mean by a name: its value, or each of those that came under the name when somebody planted a cookie
 * beside ours (RFC 6265bis §8.6), whole or in chunks. Which one is ours shows when they are opened. Of chunks no mixture is
 * tried.
 */
export const readCandidates = (jar: CookieJar, name: string): readonly string[] => {
  const own = jar.size === 0 ? [] : ownNames(jar, name)
  // Nearly every request has one value, and costs no more than that.
  const only = own.length === 1 ? findCookie(jar, name) : undefined
  if (only !== undefined) return only === '' ? [] : [only]
  const runs = listRuns(listParts(jar, name, own.length - (own.includes(name) ? 1 : 0)))
  const values = [...findCookies(jar, name).filter((each) => each !== ''), ...runs]
  return values.length <= MOST_CANDIDATES ? values : []
}

/**
 * Whether a request has more under a name than we would have written: two values in one cookie, both forms at once, or parts
 * that belong to no value. Then a neighbouring site may have planted some of it.
 */
export const isAmbiguous = (jar: CookieJar, name: string): boolean => {
  const own = jar.size === 0 ? [] : ownNames(jar, name)
  if (own.length === 0) return false
  if (own.includes(name)) return own.length > 1 || findCookies(jar, name).length > 1
  return listParts(jar, name, own.length).length < own.length
}

const split = (value: string): string[] => {
  // A character may be escaped to nine; a value of plain characters, which ours are, stays as it is.
  const size = PLAIN.test(value) ? CHUNK : Math.floor(CHUNK / 9)
  const parts: string[] = []
  for (let at = 0; at < value.length; at += size) parts.push(value.slice(at, at + size))
  return parts
}

/** The cookies that keep a value and drop what is left of the one before. Throws when the value is too large to keep. */
export const writeChunked = (
  jar: CookieJar,
  name: string,
  value: string,
  options: CookieSerializeOptions,
): readonly Cookie[] => {
  const parts = split(value)
  if (parts.length > MOST_CHUNKS) {
    throw new InvalidConfig('The session is too large for cookies; keep less in it, or use database sessions', {
      characters: value.length,
      most: CHUNK * MOST_CHUNKS,
    })
  }
  const cookies = parts.map((part, i) => ({ name: parts.length === 1 ? name : `${name}.${i}`, value: part, options }))
  const written = new Set(cookies.map((cookie) => cookie.name))
  return [...clearChunked(jar, name, options).filter((cookie) => !written.has(cookie.name)), ...cookies]
}

/** The cookies that drop a value, in whatever form the request had it. */
export const clearChunked = (jar: CookieJar, name: string, options: CookieSerializeOptions): readonly Cookie[] =>
  ownNames(jar, name).map((own) => clearCookie({ name: own, options }))
