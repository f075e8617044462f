/** The members of `window.location` that the client uses. */
interface PageLocation {
  readonly href: string
  readonly origin: string
  assign(url: string): void
  reload(): void
}

/** The location of the page. A server has none. */
export const pageLocation = (): PageLocation | undefined => (typeof location === 'undefined' ? undefined : location)

const SERVER_BASE = 'http://localhost/'

/** Resolve an address against the page. Returns `undefined` unless it is a valid http or https address. */
export const parseAddress = (address: string): URL | undefined => {
  const base = pageLocation()?.href ?? SERVER_BASE
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  // A `javascript:` or `data:` address would run with the rights of this page.
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

const withoutFragment = (url: URL): string => {
  const copy = new URL(url)
  copy.hash = ''
  return copy.href
}

/** Load an address. A browser does not reload a page when only the fragment changes, so this does. */
export const navigate = (url: URL): void => {
  const current = pageLocation()
  if (current === undefined) throw new TypeError('There is no page to navigate: pass redirect: false')
  const isSamePage = url.hash !== '' && withoutFragment(url) === withoutFragment(new URL(current.href))
  current.assign(url.href)
  if (isSamePage) current.reload()
}

/**
 * The address of the page, as a redirect target. The error parameters of an earlier attempt are removed: with them, a
 * successful attempt would look like a failed one.
 */
export const currentPage = (): string => {
  const current = pageLocation()
  if (current === undefined) return '/'
  const url = new URL(current.href)
  for (const name of ['error', 'code', 'retryAfter']) url.searchParams.delete(name)
  return url.href
}
