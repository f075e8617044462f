import { isSamePage } from '../web/origin.ts'
import { matchPath } from './match.ts'

/**
 * Whether a redirect from one URL to a page would come back to that URL: the page is the same, or it is the page that asked
 * for the sign-in that has just failed.
 */
export const leadsBack = (page: string, from: URL): boolean => {
  const target = new URL(page, from)
  if (isSamePage(target, from)) return true
  const callbackUrl = from.searchParams.get('callbackUrl')
  return callbackUrl !== null && URL.canParse(callbackUrl, from) && isSamePage(target, new URL(callbackUrl, from))
}

/** Whether a page is a route of this library. With a wrong configuration all of these fail. */
export const isOwnRoute = (page: string, from: URL, basePath: string): boolean => {
  const target = new URL(page, from)
  return target.origin === from.origin && matchPath(target.pathname, basePath) !== undefined
}
