const LOOPBACK = /^(?:localhost|(?:[a-z\d-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether a URL names this machine. Applications on other machines must not trust an emulated provider. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

/** The origin of an emulator on this machine, as `URL` writes it. Throws a `RangeError` for anything else. */
export const readLoopbackOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  // A path, a query or credentials would be ignored, so they are rejected.
  if (url !== undefined && isHttp && isLoopback(url) && url.href === `${url.origin}/`) return url.origin
  throw new RangeError(
    `The emulator must run on this machine, at an origin such as http://127.0.0.1:5183, not at "${text}"`,
  )
}
