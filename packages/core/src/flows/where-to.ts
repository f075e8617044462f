import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, forgetCookie } from '../web/cookies.ts'
import type { RequestInternal } from '../web/request.ts'
import { findApprovedTarget, findOwnTarget, homeTarget, LONGEST_TARGET } from '../web/return-target.ts'
import type { ReturnTarget } from '../web/return-target.ts'

/** Characters of a cookie's value that every browser keeps (RFC 6265bis §6.1), with room for its name. */
const LONGEST_COOKIE = 3500

/** Addresses that nobody can have (RFC 6761 §6.4); the first one begins like our own. */
const nobodys = (origin: string): readonly [string, string] => [`${origin}.invalid/`, 'https://authwright.invalid/']

type Ask = (url: string) => Promise<ReturnTarget | undefined>

/**
 * Whether a callback takes whatever begins like our own address, as one does that asks for `url.startsWith(baseUrl)`. Then
 * `https://app.example.com.evil.test` is approved for whoever registers it. One that knows a host by its name knows neither of these.
 */
const takesWhatBeginsAlike = async (ask: Ask, origin: string): Promise<boolean> => {
  const [alike, other] = nobodys(origin)
  const takes = async (url: string): Promise<boolean> => (await ask(url).catch(() => undefined)) === url
  return (await takes(alike)) && !(await takes(other))
}

/** A wish as an address that may be sent to: the owner's `redirect` callback decides, and its answer is judged again. */
export const approve = async (site: Site, origin: string, wish: unknown): Promise<ReturnTarget> => {
  const home = homeTarget(origin)
  if (typeof wish !== 'string' || wish === '' || wish.length > LONGEST_TARGET) return home
  if (!site.config.written.redirect) return findOwnTarget(wish, origin) ?? home
  const ask: Ask = async (url) =>
    findApprovedTarget(await site.config.callbacks.redirect({ url, baseUrl: origin }), origin)
  const target = (await ask(wish)) ?? home
  const isAlike = target.startsWith(origin) && new URL(target).origin !== origin
  if (!isAlike || !(await takesWhatBeginsAlike(ask, origin))) return target
  site.config.logger.warn(
    'redirect-callback-prefix',
    'The redirect callback approves every host that begins like this one; compare new URL(url).origin with baseUrl',
  )
  return home
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
  if (encodeURIComponent(target).length > LONGEST_COOKIE) return forgetTarget(request, site)
  return [{ name, value: target, options }]
}

/** The cookie is of no more use once the person has arrived. */
export const forgetTarget = (request: RequestInternal, site: Site): readonly Cookie[] => {
  const { callbackUrl } = site.cookies
  return request.cookies.has(callbackUrl.name) ? [forgetCookie(callbackUrl)] : []
}
