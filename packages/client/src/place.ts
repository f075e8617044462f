/** What of a browser's window is needed to know where one is and to go elsewhere. */
export interface Place {
  readonly href: string
  readonly origin: string
  assign(url: string): void
  reload(): void
}

/** Where the page is. On a server there is none. */
export const place = (): Place | undefined => (typeof location === 'undefined' ? undefined : location)

const HERE = 'http://localhost/'

/** An address as a URL, read relative to the page; `undefined` when it is none, or none of http or https. */
export const readAddress = (address: string): URL | undefined => {
  const base = place()?.href ?? HERE
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

/** Go to an address. One that differs only by its fragment would not be loaded anew, so the page is. */
export const navigate = (url: URL): void => {
  const here = place()
  if (here === undefined) throw new TypeError('Only a page can be left: pass redirect: false')
  const stays = url.hash !== '' && withoutFragment(url) === withoutFragment(new URL(here.href))
  here.assign(url.href)
  if (stays) here.reload()
}

/**
 * The page itself as a place to come back to, without the marks that an earlier failure left in its address: with these
 * a success would look like that failure.
 */
export const currentPage = (): string => {
  const here = place()
  if (here === undefined) return '/'
  const url = new URL(here.href)
  for (const mark of ['error', 'code', 'retryAfter']) url.searchParams.delete(mark)
  return url.href
}
