/**
 * Where the emulator keeps an address of a provider: `https://github.com/login?a=1` stands at
 * `http://127.0.0.1:<port>/github.com/login?a=1`.
 */
export const placeOf = (origin: string, address: string | URL): URL => {
  const { host, pathname, search } = new URL(address)
  return new URL(`${origin}/${host}${pathname}${search}`)
}

/** The provider's address that a request to the emulator stands for; `undefined` when it stands for none. */
export const addressAt = (url: string): URL | undefined => {
  const text = `https:/${url}`
  return /^\/[a-z\d.:-]+\//i.test(url) && URL.canParse(text) ? new URL(text) : undefined
}

/** The named segments of a path that fits a pattern with `:name` segments, else `undefined`. */
export const fitPath = (pattern: string, path: string): Record<string, string> | undefined => {
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
