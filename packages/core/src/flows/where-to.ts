import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import type { RequestInternal } from '../web/request.ts'
import { findApprovedTarget, findOwnTarget, homeTarget } from '../web/return-target.ts'
import type { ReturnTarget } from '../web/return-target.ts'

/** An address longer than this is not weighed, whoever sent it. */
const LONGEST = 2048

/** A wish as an address that may be sent to: the owner's `redirect` callback decides, and its answer is judged again. */
export const approve = async (site: Site, origin: string, wish: unknown): Promise<ReturnTarget> => {
  const home = homeTarget(origin)
  if (typeof wish !== 'string' || wish === '' || wish.length > LONGEST) return home
  if (!site.config.written.redirect) return findOwnTarget(wish, origin) ?? home
  const answer: unknown = await site.config.callbacks.redirect({ url: wish, baseUrl: origin })
  return findApprovedTarget(answer, origin) ?? home
}

/** What the client wishes: the body's word, else the query's, else what the browser remembers. */
const findWish = (request: RequestInternal, site: Site): unknown =>
  request.fields['callbackUrl'] ??
  request.query.get('callbackUrl') ??
  findCookie(request.cookies, site.cookies.callbackUrl.name)

/** Where the person goes when the flow is done. */
export const readTarget = (request: RequestInternal, site: Site): Promise<ReturnTarget> =>
  approve(site, request.origin, findWish(request, site))

/** The cookie that remembers a target for forms that do not carry it; none when the browser has it already. */
export const rememberTarget = (request: RequestInternal, site: Site, target: ReturnTarget): readonly Cookie[] => {
  const { name, options } = site.cookies.callbackUrl
  const before = findCookie(request.cookies, name)
  if (before === target || (before === undefined && target === homeTarget(request.origin))) return []
  return [{ name, value: target, options }]
}
