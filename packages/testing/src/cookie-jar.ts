import { readSetCookie, type StoredCookie } from './cookie-jar/cookie.ts'
import { domainMatches, isTrustworthy, pathMatches } from './cookie-jar/matching.ts'

export type { StoredCookie } from './cookie-jar/cookie.ts'

/**
 * Where a request comes from, for `SameSite`.
 * @example
 * const fromLink: CookieContext = 'cross-site-navigation'
 * makeCookieJar().header(new URL('https://app.example'), fromLink) // without cookies that are SameSite=Strict
 */
export type CookieContext = 'same-site' | 'cross-site-navigation' | 'cross-site'

/**
 * Stores cookies as a browser does (RFC 6265 §5).
 * @example const isSignedIn = (jar: CookieJar) => jar.value('authwright.session-token') !== undefined
 */
export interface CookieJar {
  /**
   * Stores one `Set-Cookie` line of a response from a URL. Returns whether it was accepted.
   * @example browser.jar.store('theme=dark; Path=/', new URL('https://app.example.com/')) // true
   */
  readonly store: (line: string, url: URL) => boolean
  /**
   * The `Cookie` header for a request, or an empty string.
   * @example const cookie = browser.jar.header(new URL('https://app.example.com/'))
   */
  readonly header: (url: URL, context?: CookieContext) => string
  /**
   * The unexpired cookies in the order of creation.
   * @example const names = browser.jar.list().map(({ name }) => name)
   */
  readonly list: () => readonly StoredCookie[]
  /**
   * The value of the first unexpired cookie with that name.
   * @example const token = browser.jar.value('authwright.session-token')
   */
  readonly value: (name: string) => string | undefined
  /**
   * Deletes all cookies.
   * @example browser.jar.clear()
   */
  readonly clear: () => void
}

const isSent = (cookie: StoredCookie, url: URL, context: CookieContext): boolean => {
  if (cookie.hostOnly ? url.hostname !== cookie.domain : !domainMatches(url.hostname, cookie.domain)) return false
  if (!pathMatches(url.pathname, cookie.path) || (cookie.secure && !isTrustworthy(url))) return false
  if (context === 'same-site' || cookie.sameSite === 'none') return true
  return cookie.sameSite === 'lax' && context === 'cross-site-navigation'
}

/**
 * An empty jar. `now` decides when cookies expire; pass that of a fixed clock.
 *
 * @example
 * const jar = makeCookieJar()
 * jar.store('theme=dark', new URL('https://app.example'))
 * jar.value('theme') // 'dark'
 */
export const makeCookieJar = (now: () => number = Date.now): CookieJar => {
  const cookies = new Map<string, StoredCookie>()
  const list = () => [...cookies.values()].filter((cookie) => cookie.expires > now())

  const store = (line: string, url: URL): boolean => {
    const cookie = readSetCookie(line, url, now())
    if (cookie === null) return false
    const key = JSON.stringify([cookie.name, cookie.domain, cookie.hostOnly, cookie.path])
    if (cookie.expires <= now()) cookies.delete(key)
    else cookies.set(key, cookie)
    return true
  }
  // Longer paths first, then the older first (RFC 6265 §5.4 step 2): sorting is stable and the map keeps the order of
  // creation.
  const header = (url: URL, context: CookieContext = 'same-site'): string =>
    list()
      .filter((cookie) => isSent(cookie, url, context))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ')

  const value = (name: string) => list().find((cookie) => cookie.name === name)?.value
  return { store, header, list, value, clear: () => cookies.clear() }
}
