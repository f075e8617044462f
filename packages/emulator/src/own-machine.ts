const LOOPBACK = /^(?:localhost|(?:[a-z\d-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an address is this machine's: nobody outside can be made to believe an emulated provider. */
export const isOwnMachine = (url: URL): boolean => LOOPBACK.test(url.hostname)

/** The origin of an emulator on this machine, as `URL` writes it. Throws a `RangeError` for anything else. */
export const readOwnOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  // Nothing but the origin: a path, a query or a name and password would be lost without a word.
  if (url !== undefined && isHttp && isOwnMachine(url) && url.href === `${url.origin}/`) return url.origin
  throw new RangeError(
    `An emulator is on this machine, at an address like http://127.0.0.1:5183; "${text}" is none such`,
  )
}
