import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { PagesOptions } from '../types/config-options.ts'
import { isSamePage } from '../web/origin.ts'

/**
 * The owner's page in place of the one that was asked for. An owner who names a built-in page as it is gets it: a redirect
 * would lead here again.
 */
export const findCustomPage = (
  { origin, url }: RequestInternal,
  { config }: AuthContext,
  name: keyof PagesOptions,
): string | undefined => {
  const page = config.pages[name]
  if (page === undefined) return undefined
  // The trusted origin, and not the one in the address, is where a path of the owner's is.
  const here = new URL(url.pathname, origin)
  return isSamePage(new URL(page, origin), here) ? undefined : page
}
