import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { PagesOptions } from '../types/config-options.ts'
import { isSamePage } from '../web/origin.ts'

/** The page of the config that replaces a built-in page. A page with the URL of the built-in page replaces nothing. */
export const findCustomPage = (
  { origin, url }: RequestInternal,
  { config }: AuthContext,
  name: keyof PagesOptions,
): string | undefined => {
  const page = config.pages[name]
  if (page === undefined) return undefined
  // Paths of the config belong to the trusted origin, which may differ from the origin of the URL.
  const here = new URL(url.pathname, origin)
  return isSamePage(new URL(page, origin), here) ? undefined : page
}
