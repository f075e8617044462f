/**
 * The emulator's URL for a URL of a provider: `http://127.0.0.1:<port>/github.com/login?a=1` for
 * `https://github.com/login?a=1`.
 */
export const emulatorUrl = (origin: string, address: string | URL): URL => {
  const { host, pathname, search } = new URL(address)
  return new URL(`${origin}/${host}${pathname}${search}`)
}

/** The provider's URL for a request path of the emulator. `undefined` when the path does not begin with a host. */
export const providerUrl = (url: string): URL | undefined => {
  const text = `https:/${url}`
  return /^\/[a-z\d.:-]+\//i.test(url) && URL.canParse(text) ? new URL(text) : undefined
}

/** The named segments of a path that matches a pattern with `:name` segments, else `undefined`. */
export const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const found: Record<string, string> = {}
  for (const [i, segment] of wanted.entries()) {
    const value = decodeURIComponent(given[i] ?? '')
    if (segment.startsWith(':')) found[segment.slice(1)] = value
    else if (decodeURIComponent(segment) !== value) return undefined
  }
  return found
}
