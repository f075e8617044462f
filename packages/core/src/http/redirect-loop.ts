import { isSamePage } from '../web/same-page.ts'
import { findRoute } from './match.ts'

/**
 * Whether somebody who is sent from a page to another one would come back to it: because it is the same, or because it asked
 * for the sign-in that has just failed.
 */
export const leadsBack = (page: string, from: URL): boolean => {
  const there = new URL(page, from)
  if (isSamePage(there, from)) return true
  const accountRequest = from.searchParams.get('callbackUrl')
  return (
    accountRequest !== null && URL.canParse(accountRequest, from) && isSamePage(there, new URL(accountRequest, from))
  )
}

/** Whether an address is one of ours, where everything fails when the configuration is wrong. */
export const isOurs = (page: string, from: URL, basePath: string): boolean => {
  const there = new URL(page, from)
  return there.origin === from.origin && findRoute(there.pathname, basePath) !== undefined
}
