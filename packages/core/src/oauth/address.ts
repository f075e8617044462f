import { isSafeAddress } from '../web/safe-address.ts'

export { isLoopback, isSafeAddress } from '../web/safe-address.ts'

/** The address a text names, or `undefined` when it is none or no safe one. */
export const findAddress = (text: unknown): URL | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return isSafeAddress(url) ? url : undefined
}
