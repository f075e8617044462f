const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/** Whether the host is this machine, by name or IP address. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

/**
 * Whether secrets may be sent to a URL: https, or http to this machine (RFC 8252 §8.3). A URL with credentials is refused,
 * because it would appear in logs.
 */
export const isSafeUrl = (url: URL): boolean => {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

/** Parse an address. Returns `undefined` if the value is not a URL, or not a safe one (see `isSafeUrl`). */
export const parseSafeUrl = (text: unknown): URL | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return isSafeUrl(url) ? url : undefined
}
