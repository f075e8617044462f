import { toHex } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { DAY, toSeconds } from '../base/time.ts'
import { hostBound } from '../config/cookie-set.ts'
import type { CookieDefinition } from '../config/cookie-set.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

/** Seconds that a browser stays known to an address. */
const KNOWN_FOR: number = 180 * DAY

/** Addresses that one browser is known to; beyond, the oldest go. The cookie comes with every request, so it stays short. */
const MOST_KNOWN = 5

/** Of a keyed hash: 64 bits, compared only with what stands in the same cookie. */
const WHO_LENGTH = 16

interface KnownBrowser {
  /** Tells this browser from others that are known to the same address. */
  readonly id: string
  /** Seconds since the epoch of the last sign-in, by a keyed hash of the address. */
  readonly known: Readonly<Record<string, unknown>>
}

/** The cookie is bound to the host where that can be: what a neighbouring site plants would hide ours. */
const kindOf = ({ cookies: { challenge } }: AuthContext): CookieDefinition => hostBound(challenge, 'known')

const purposeOf = (context: AuthContext): string => `known browser ${kindOf(context).name}`

const read = async (context: AuthContext, jar: CookieJar): Promise<KnownBrowser | undefined> => {
  const value = findCookie(jar, kindOf(context).name)
  const plaintext = value === undefined ? null : await context.keyring.open(purposeOf(context), value)
  const browser = plaintext === null ? undefined : parseJson(plaintext)
  if (!isObject(browser) || typeof browser['id'] !== 'string' || !isObject(browser['known'])) return undefined
  return { id: browser['id'], known: browser['known'] }
}

const whoIs = async (context: AuthContext, address: string): Promise<readonly string[]> =>
  (await context.keyring.macs('known browser', address)).map((mac) => mac.slice(0, WHO_LENGTH))

/**
 * The cookie that remembers that somebody has proven, in this browser, that they read this address. It signs nobody in and
 * shows nothing: it only keeps what strangers do with the address from being counted against this browser.
 */
export const rememberDevice = async (context: AuthContext, jar: CookieJar, address: string): Promise<Cookie> => {
  const now = context.runtime.now()
  const before = await read(context, jar)
  const [own = '', ...legacy] = await whoIs(context, address)
  const others = Object.entries(before?.known ?? {})
    .filter(([who]) => who !== own && !legacy.includes(who))
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .slice(0, MOST_KNOWN - 1)
  const known = Object.fromEntries([[own, toSeconds(now)], ...others])
  const browser: KnownBrowser = { id: before?.id ?? toHex(context.runtime.random(12)), known }
  const { name, options } = kindOf(context)
  const value = await context.keyring.seal(purposeOf(context), JSON.stringify(browser))
  return { name, value, options: { ...options, maxAge: KNOWN_FOR, expires: new Date(now + KNOWN_FOR * 1000) } }
}

/** What tells this browser from others, when this address was proven in it within half a year. */
export const findRememberedDevice = async (
  context: AuthContext,
  jar: CookieJar,
  address: string,
): Promise<string | undefined> => {
  const browser = await read(context, jar)
  if (browser === undefined) return undefined
  const since = toSeconds(context.runtime.now()) - KNOWN_FOR
  const seen = (await whoIs(context, address)).map((who) => browser.known[who])
  return seen.some((at) => typeof at === 'number' && at >= since) ? browser.id : undefined
}
