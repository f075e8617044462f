/** How far the headers of a browser prove where a request came from. */
export type Provenance = 'same-origin' | 'foreign' | 'unknown'

/**
 * Where a request came from, by `Origin` (RFC 6454 §7) and `Sec-Fetch-Site` (Fetch Metadata). Both are set by the browser
 * and by nobody else on a page; one that says foreign outweighs the other.
 */
export const decideProvenance = (headers: Headers, origin: string): Provenance => {
  const from = headers.get('origin')
  const context = headers.get('sec-fetch-site')
  // A page that tells nobody where it stands sends `Origin: null` (Fetch §3.2); the other header still knows.
  if (from === 'null' && context === 'same-origin') return 'same-origin'
  if (from !== null && from !== origin) return 'foreign'
  if (context === 'cross-site' || context === 'same-site') return 'foreign'
  return from === origin || context === 'same-origin' ? 'same-origin' : 'unknown'
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The origin of a scheme and a host as headers give them, or `undefined` when they make none. */
export const readOrigin = (protocol: string, host: string): string | undefined => {
  const scheme = protocol.replace(/:$/, '').toLowerCase()
  if ((scheme !== 'http' && scheme !== 'https') || host.length > 255 || !HOST.test(host)) return undefined
  const written = `${scheme}://${host}`
  return URL.canParse(written) ? new URL(written).origin : undefined
}

/** The value that the nearest proxy added: the last one. Whatever stands before may have been sent by the client. */
export const readLastValue = (header: string | null): string | undefined => {
  const last = header?.split(',').at(-1)?.trim()
  return last === undefined || last === '' ? undefined : last
}
