import type { AuthContext, ResolvedConfig } from '../config/engine-types.ts'
import { sameSecret } from '../base/bytes.ts'
import { parseJson, hasShape, type Shape } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { CookieSet } from '../config/cookie-set.ts'
import type { Cookie } from '../types/http.ts'
import { clearChunked, readChunked, writeChunked, clearCookie, findCookie, type CookieJar } from '../web/cookies.ts'

interface SealedCookieOptions<Value> {
  readonly cookie: keyof CookieSet
  /** What the value is for. A value sealed for one purpose opens for no other. */
  readonly purpose: string
  /** The value has exactly the members of one of them. */
  readonly shapes: readonly Shape<Value>[]
  /** Seconds since the epoch after which the value is not accepted any more. */
  readonly expiresAt: (value: Value, config: ResolvedConfig) => number
}

const codecOf = <Value>({ cookie, purpose, shapes, expiresAt }: SealedCookieOptions<Value>) => ({
  seal: async ({ keyring, cookies }: AuthContext, value: Value): Promise<string> =>
    keyring.seal(`${purpose} ${cookies[cookie].name}`, JSON.stringify(value)),
  open: async ({ keyring, cookies }: AuthContext, sealed: string | undefined): Promise<Value | undefined> => {
    const plaintext = sealed === undefined ? null : await keyring.open(`${purpose} ${cookies[cookie].name}`, sealed)
    const value = plaintext === null ? undefined : parseJson(plaintext)
    return shapes.some((shape) => hasShape(value, shape)) ? (value as Value) : undefined
  },
  isExpired: ({ config, runtime }: AuthContext, value: Value): boolean =>
    toSeconds(runtime.now()) > expiresAt(value, config),
  /** The attributes of the cookie, with which the browser deletes it when the value expires. */
  attributesOf: ({ config, runtime, cookies }: AuthContext, value: Value) => {
    const end = expiresAt(value, config)
    const maxAge = Math.max(0, Math.ceil(end - runtime.now() / 1000))
    return { ...cookies[cookie].options, maxAge, expires: new Date(end * 1000) }
  },
})

/** Characters of a value that every browser stores (RFC 6265bis §6.1), with room for name and attributes. */
const CHUNK_LENGTH = 3800

/** A sealed cookie of up to `maxChunks` parts. The browser has at most one of it; a new value replaces the old one. */
export const sealedCookie = <Value>(options: SealedCookieOptions<Value>, maxChunks = 1) => {
  const { seal, open, isExpired, attributesOf } = codecOf(options)
  return {
    /** The cookies that store the value, or `undefined` when the value is too long for the browser to store. */
    write: async (context: AuthContext, jar: CookieJar, value: Value): Promise<readonly Cookie[] | undefined> => {
      const { name } = context.cookies[options.cookie]
      const sealed = await seal(context, value)
      if (sealed.length > maxChunks * CHUNK_LENGTH) return undefined
      return writeChunked(jar, name, sealed, attributesOf(context, value))
    },
    /** The value, unless it is absent, expired or not sealed by us for this purpose. */
    read: async (context: AuthContext, jar: CookieJar): Promise<Value | undefined> => {
      const { name } = context.cookies[options.cookie]
      const value = await open(context, readChunked(jar, name, maxChunks))
      return value === undefined || isExpired(context, value) ? undefined : value
    },
    clear: ({ cookies }: AuthContext, jar: CookieJar): readonly Cookie[] => {
      const { name, options: attributes } = cookies[options.cookie]
      return clearChunked(jar, name, attributes)
    },
  }
}

const findOther = <Value extends object>(value: Value, wanted: Partial<Value>): string | undefined =>
  Object.entries(wanted).find(([name, member]) => value[name as keyof Value] !== member)?.[0]

interface SealedCookiesOptions<Value> extends SealedCookieOptions<Value> {
  /** The secret that identifies the value. */
  readonly keyOf: (value: Value) => string
  /** How many a browser may have. `fitCookies` removes more if they are too long together. */
  readonly maxCount: number
}

/** Cookies of which a browser may have several. A name ends with a keyed hash, so it does not show the key. */
export const sealedCookies = <Value extends { readonly created: number }>(options: SealedCookiesOptions<Value>) => {
  const { cookie, purpose, keyOf, maxCount } = options
  const { seal, open, isExpired, attributesOf } = codecOf(options)
  const nameOf = ({ cookies }: AuthContext, mac: string): string => `${cookies[cookie].name}.${mac.slice(0, 12)}`
  /** `value` is `undefined` when the cookie was not sealed by us for this purpose. */
  const readEntry = async (context: AuthContext, jar: CookieJar, name: string) => {
    const value = await open(context, findCookie(jar, name))
    const clear = clearCookie({ name, options: context.cookies[cookie].options })
    return { value, created: value?.created ?? 0, isOver: value !== undefined && isExpired(context, value), clear }
  }
  /** All cookies of this kind, opened or not, the newest first. */
  const listCookies = async (context: AuthContext, jar: CookieJar) => {
    const prefix = `${context.cookies[cookie].name}.`
    const isOwn = (name: string) => /^[0-9a-f]{12}$/.test(name.slice(prefix.length))
    const names = [...jar.startingWith(prefix).keys()].filter(isOwn)
    const entries = await Promise.all(names.map((name) => readEntry(context, jar, name)))
    return entries.toSorted((a, b) => b.created - a.created)
  }
  return {
    listCookies,
    /** The cookies that store a value. The oldest values are removed when there are too many. */
    write: async (context: AuthContext, jar: CookieJar, value: Value): Promise<readonly Cookie[]> => {
      const sealed = await seal(context, value)
      const name = nameOf(context, await context.keyring.mac(`${purpose} name`, keyOf(value)))
      context.runtime.trace?.('cookie written', { name, for: purpose })
      const surplus = (await listCookies(context, jar)).slice(maxCount - 1).map(({ clear }) => clear)
      return [...surplus, { name, value: sealed, options: attributesOf(context, value) }]
    },
    /** The value under a key with the `wanted` members, or why there is none, and the cookies that end it. */
    find: async <const Wanted extends Partial<Value>>(
      context: AuthContext,
      jar: CookieJar,
      key: string,
      wanted: Wanted,
    ) => {
      const names = (await context.keyring.macs(`${purpose} name`, key)).map((mac) => nameOf(context, mac))
      const name = names.find((own) => jar.has(own))
      const trace = (found: object): void =>
        context.runtime.trace?.('cookie read', { name: name ?? names[0], for: purpose, ...found })
      const refuse = (fault: string, forget: readonly Cookie[] = []) => {
        trace({ opened: false, why: fault })
        return { value: undefined, fault, forget }
      }
      if (name === undefined) return refuse('absent')
      const { value, isOver, clear } = await readEntry(context, jar, name)
      if (value === undefined) return refuse('unreadable', [clear])
      // A sign-in of another kind, or at another provider, may still be in progress, so its cookie stays.
      const other = findOther(value, wanted)
      if (other !== undefined) return refuse(`other-${other}`)
      // The name of the cookie is a hash of 48 bits, so another key may have the same name.
      if (!sameSecret(keyOf(value), key)) return refuse('other-key', [clear])
      if (isOver) return refuse('expired', [clear])
      trace({ opened: true })
      return { value: value as Value & Wanted, fault: undefined, forget: [clear] }
    },
    /** All values with the `wanted` members, the newest first. */
    list: async <const Wanted extends Partial<Value>>(context: AuthContext, jar: CookieJar, wanted: Wanted) =>
      (await listCookies(context, jar)).flatMap(({ value, isOver, clear }) =>
        value === undefined || isOver || findOther(value, wanted) ? [] : [{ value: value as Value & Wanted, clear }],
      ),
  }
}
