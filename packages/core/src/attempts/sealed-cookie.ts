import type { AuthContext } from '../config/engine-types.ts'
import { parseJson, hasShape, type Shape } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { CookieSet } from '../config/cookie-set.ts'
import type { Cookie } from '../types/http.ts'
import { clearChunked, readChunked, writeChunked, clearCookie, findCookie, type CookieJar } from '../web/cookies.ts'

/** What a sealed cookie contains, and for how long. */
export interface SealedCookieOptions<Value> {
  /** The cookie, as `CookieSet` names it. */
  readonly cookie: keyof CookieSet
  /** What the value is for. A value sealed for one purpose opens for no other. */
  readonly purpose: string
  readonly isValue: (value: unknown) => value is Value
  /** Seconds since the epoch after which the value is not accepted any more. */
  readonly expiresAt: (value: Value) => number
}

/** Whether a value that was opened with our key has exactly the members of a shape. */
export const shapeOf =
  <Value>(shape: Shape<Value>) =>
  (value: unknown): value is Value =>
    hasShape(value, shape)

/** How the values of a kind of cookie are sealed and opened. */
const codecOf = <Value>({ cookie, purpose, isValue, expiresAt }: SealedCookieOptions<Value>) => ({
  seal: async ({ keyring, cookies }: AuthContext, value: Value): Promise<string> =>
    keyring.seal(`${purpose} ${cookies[cookie].name}`, JSON.stringify(value)),
  open: async ({ keyring, cookies }: AuthContext, sealed: string | undefined): Promise<Value | undefined> => {
    const plaintext = sealed === undefined ? null : await keyring.open(`${purpose} ${cookies[cookie].name}`, sealed)
    const value = plaintext === null ? undefined : parseJson(plaintext)
    return isValue(value) ? value : undefined
  },
  isExpired: ({ runtime }: AuthContext, value: Value): boolean => toSeconds(runtime.now()) > expiresAt(value),
  /** The attributes of the cookie, with which the browser deletes it when the value expires. */
  attributes: ({ runtime, cookies }: AuthContext, value: Value) => {
    const end = expiresAt(value)
    const maxAge = Math.max(0, Math.ceil(end - runtime.now() / 1000))
    return { ...cookies[cookie].options, maxAge, expires: new Date(end * 1000) }
  },
})

/** A cookie whose value is sealed. The browser has at most one of it; a new value replaces the old one. */
export interface SealedCookie<Value> {
  /** The cookies that store the value, or `undefined` when the value is too long for the browser to store. */
  readonly write: (context: AuthContext, jar: CookieJar, value: Value) => Promise<readonly Cookie[] | undefined>
  /** The value, unless it is absent, expired or not sealed by us for this purpose. */
  readonly read: (context: AuthContext, jar: CookieJar) => Promise<Value | undefined>
  /** Whether the request has the cookie, opened or not. */
  readonly isPresent: (context: AuthContext, jar: CookieJar) => boolean
  /** The cookies that remove it; none when the request has no such cookie. */
  readonly clear: (context: AuthContext, jar: CookieJar) => readonly Cookie[]
}

/** Characters of a cookie's value that every browser stores (RFC 6265bis §6.1), with room for its name and attributes. */
const CHUNK_LENGTH = 3800

/** Define a sealed cookie of up to `maxChunks` parts. */
export const sealedCookie = <Value>(options: SealedCookieOptions<Value>, maxChunks = 1): SealedCookie<Value> => {
  const { seal, open, isExpired, attributes } = codecOf(options)
  return {
    write: async (context, jar, value) => {
      const { name } = context.cookies[options.cookie]
      const sealed = await seal(context, value)
      if (sealed.length > maxChunks * CHUNK_LENGTH) return undefined
      const written = attributes(context, value)
      return maxChunks === 1 ? [{ name, value: sealed, options: written }] : writeChunked(jar, name, sealed, written)
    },
    read: async (context, jar) => {
      const { name } = context.cookies[options.cookie]
      const value = await open(context, maxChunks === 1 ? findCookie(jar, name) : readChunked(jar, name, maxChunks))
      return value === undefined || isExpired(context, value) ? undefined : value
    },
    isPresent: (context, jar) => {
      const { name } = context.cookies[options.cookie]
      return jar.has(name) || (maxChunks > 1 && jar.has(`${name}.0`))
    },
    clear: (context, jar) => {
      const definition = context.cookies[options.cookie]
      if (maxChunks > 1) return clearChunked(jar, definition.name, definition.options)
      return jar.has(definition.name) ? [clearCookie(definition)] : []
    },
  }
}

/** What a browser has under the cookie of one key, and the cookie that removes it. */
interface SealedEntry<Value> {
  /** `undefined` when the cookie was not sealed by us for this purpose. */
  readonly value: Value | undefined
  readonly isExpired: boolean
  readonly clear: Cookie
}

/** Sealed cookies of one kind, of which a browser may have several: one for each sign-in that is in progress. */
export interface SealedCookies<Value> {
  /** The cookies that store a value under its key. The oldest values are removed when there are too many. */
  readonly write: (context: AuthContext, jar: CookieJar, key: string, value: Value) => Promise<readonly Cookie[]>
  /** The value under a key, or `undefined` when the request has no such cookie. */
  readonly find: (context: AuthContext, jar: CookieJar, key: string) => Promise<SealedEntry<Value> | undefined>
  /** All values that are not expired, the newest first. */
  readonly list: (context: AuthContext, jar: CookieJar) => Promise<readonly { value: Value; clear: Cookie }[]>
}

export interface SealedCookiesOptions<Value> extends SealedCookieOptions<Value> {
  /** Seconds since the epoch. */
  readonly createdAt: (value: Value) => number
  /** How many a browser may have. */
  readonly maxCount: number
  /** How many characters all of them may have together. Servers accept some 16 KiB of headers. */
  readonly maxLength: number
}

const SUFFIX_LENGTH = 12

/** Define sealed cookies whose names have a suffix each: a keyed hash of a key, so the name does not show the key. */
export const sealedCookies = <Value>(options: SealedCookiesOptions<Value>): SealedCookies<Value> => {
  const { cookie, purpose, createdAt, maxCount, maxLength } = options
  const codec = codecOf(options)
  const nameOf = ({ cookies }: AuthContext, mac: string): string =>
    `${cookies[cookie].name}.${mac.slice(0, SUFFIX_LENGTH)}`
  const ownNames = ({ cookies }: AuthContext, jar: CookieJar): readonly string[] => {
    const prefix = `${cookies[cookie].name}.`
    return [...jar.keys()].filter((name) => name.startsWith(prefix) && /^[0-9a-f]{12}$/.test(name.slice(prefix.length)))
  }
  const readEntry = async (context: AuthContext, jar: CookieJar, name: string): Promise<SealedEntry<Value>> => {
    const value = await codec.open(context, findCookie(jar, name))
    const clear = clearCookie({ name, options: context.cookies[cookie].options })
    return { value, isExpired: value !== undefined && codec.isExpired(context, value), clear }
  }
  /** The cookies that must go so that a new one of some length has room. */
  const findSurplus = async (context: AuthContext, jar: CookieJar, needed: number): Promise<readonly Cookie[]> => {
    const entries = await Promise.all(
      ownNames(context, jar).map(async (name) => {
        const { value, clear } = await readEntry(context, jar, name)
        const length = name.length + (findCookie(jar, name)?.length ?? 0)
        return { clear, length, created: value === undefined ? 0 : createdAt(value) }
      }),
    )
    let room = maxLength - needed
    const newestFirst = entries.toSorted((a, b) => b.created - a.created)
    const kept = new Set(newestFirst.slice(0, maxCount - 1).filter(({ length }) => (room -= length) >= 0))
    return newestFirst.filter((entry) => !kept.has(entry)).map(({ clear }) => clear)
  }
  return {
    write: async (context, jar, key, value) => {
      const sealed = await codec.seal(context, value)
      const name = nameOf(context, await context.keyring.mac(`${purpose} name`, key))
      const surplus = await findSurplus(context, jar, name.length + sealed.length)
      return [...surplus, { name, value: sealed, options: codec.attributes(context, value) }]
    },
    find: async (context, jar, key) => {
      const macs = await context.keyring.macs(`${purpose} name`, key)
      const name = macs.map((mac) => nameOf(context, mac)).find((own) => jar.has(own))
      return name === undefined ? undefined : readEntry(context, jar, name)
    },
    list: async (context, jar) => {
      const entries = await Promise.all(ownNames(context, jar).map((name) => readEntry(context, jar, name)))
      return entries
        .flatMap(({ value, isExpired, clear }) => (value === undefined || isExpired ? [] : [{ value, clear }]))
        .toSorted((a, b) => createdAt(b.value) - createdAt(a.value))
    },
  }
}
