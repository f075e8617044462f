const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/** Whether an address names this machine, by name or by number. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

/**
 * Whether secrets may travel to an address, and people be sent there: https, or http that never leaves this machine
 * (RFC 8252 §8.3). Credentials in the address are refused, because they would end in logs.
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
