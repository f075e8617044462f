import { BoundedMap } from '../base/bounded-map.ts'
import { trimEnd } from '../base/text.ts'
import type { HeaderReader } from '../types/http.ts'

/** The origin of a request, as far as the browser headers prove it. */
export type Provenance = 'same-origin' | 'foreign' | 'unknown'

/**
 * Decide by `Origin` (RFC 6454 §7) and `Sec-Fetch-Site`, which no page can set. If one says foreign, it is foreign.
 *
 * @example
 * decideProvenance(new Headers({ origin: 'https://evil.example' }), 'https://app.example') // 'foreign'
 */
export const decideProvenance = (headers: Pick<HeaderReader, 'get'>, origin: string): Provenance => {
  const sender = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  // A page with the policy `no-referrer` sends `Origin: null` (Fetch §3.2), but the other header is correct.
  if (sender === 'null' && site === 'same-origin') return 'same-origin'
  if (sender !== null && sender !== origin) return 'foreign'
  if (site === 'cross-site' || site === 'same-site') return 'foreign'
  return sender === origin || site === 'same-origin' ? 'same-origin' : 'unknown'
}

/** Names of services in container networks have underscores, and a full domain name may end with a dot. */
const HOST = /^(?:\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The origins of the hosts that were read last. Parsing them takes longer than opening a session from the cache. */
const origins = new BoundedMap<string, string>(64)

/** The origin for a scheme and a host from headers, or `undefined` if they are invalid. */
export const readOrigin = (protocol: string, host: string): string | undefined => {
  const scheme = protocol.replace(/:$/, '').toLowerCase()
  const url = `${scheme}://${host}`
  const cached = origins.get(url)
  if (cached !== undefined) return cached
  if ((scheme !== 'http' && scheme !== 'https') || host.length > 255 || !HOST.test(host)) return undefined
  return URL.canParse(url) ? origins.getOrMake(url, () => new URL(url).origin) : undefined
}

/** The last value of a forwarding header. The nearest proxy added it; the client may have sent the values before it. */
export const readLastValue = (header: string | null): string | undefined => {
  const last = header?.split(',').at(-1)?.trim()
  return last === undefined || last === '' ? undefined : last
}

/**
 * The origin of a request by its headers, or `undefined` if it has no valid host.
 *
 * @param trustsProxy whether the forwarding headers of the nearest proxy decide, if there are such
 * @example
 * originFromHeaders(new Headers({ host: 'app.example' }), 'https', false) // 'https://app.example'
 */
export const originFromHeaders = (
  headers: Pick<HeaderReader, 'get'>,
  protocol: string,
  trustsProxy: boolean,
): string | undefined => {
  const forwarded = (name: string): string | undefined => (trustsProxy ? readLastValue(headers.get(name)) : undefined)
  const host = forwarded('x-forwarded-host') ?? headers.get('host')
  return host === null ? undefined : readOrigin(forwarded('x-forwarded-proto') ?? protocol, host)
}

const pathOf = ({ pathname }: URL): string => trimEnd(pathname, '/')

/** Whether two URLs have the same origin and path. Query and fragment are ignored. */
export const isSamePage = (one: URL, other: URL): boolean =>
  one.origin === other.origin && pathOf(one) === pathOf(other)
