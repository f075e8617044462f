import { isSafeUrl } from '../../web/safe-url.ts'

export { isLoopback, isSafeUrl } from '../../web/safe-url.ts'

/** The address a text names, or `undefined` when it is none or no safe one. */
export const findSecureUrl = (text: unknown): URL | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return isSafeUrl(url) ? url : undefined
}
