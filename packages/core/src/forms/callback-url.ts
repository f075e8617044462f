import type { AuthContext } from '../config/auth-context.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { RequestInternal } from '../config/handler.ts'
import { findApprovedTarget, findOwnTarget, homeTarget, MAX_TARGET_LENGTH } from '../web/redirect-target.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'

/** Characters of a cookie's value that every browser keeps (RFC 6265bis §6.1), with room for its name. */
const LONGEST_COOKIE = 3500

/** Addresses that nobody can have (RFC 6761 §6.4); the first one begins like our own. */
const nobodys = (origin: string): readonly [string, string] => [`${origin}.invalid/`, 'https://authwright.invalid/']

type Ask = (url: string) => Promise<RedirectTarget | undefined>

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
export const approveTarget = async (
  context: AuthContext,
  origin: string,
  accountRequest: unknown,
): Promise<RedirectTarget> => {
  const home = homeTarget(origin)
  if (typeof accountRequest !== 'string' || accountRequest === '' || accountRequest.length > MAX_TARGET_LENGTH)
    return home
  if (!context.config.definedCallbacks.redirect) return findOwnTarget(accountRequest, origin) ?? home
  const ask: Ask = async (url) =>
    findApprovedTarget(await context.config.callbacks.redirect({ url, baseUrl: origin }), origin)
  const target = (await ask(accountRequest)) ?? home
  const isAlike = target.startsWith(origin) && new URL(target).origin !== origin
  if (!isAlike || !(await takesWhatBeginsAlike(ask, origin))) return target
  context.config.logger.warn(
    'redirect-callback-prefix',
    'The redirect callback approves every host that begins like this one; compare new URL(url).origin with baseUrl',
  )
  return home
}

/** What the client wishes: the body's word, else the query's, else what the browser remembers. */
const findWish = (request: RequestInternal, context: AuthContext): unknown =>
  request.fields['callbackUrl'] ??
  request.query.get('callbackUrl') ??
  findCookie(request.cookies, context.cookies.callbackUrl.name)

/** Where the person goes when the flow is done. */
export const readTarget = (request: RequestInternal, context: AuthContext): Promise<RedirectTarget> =>
  approveTarget(context, request.origin, findWish(request, context))

/** The cookie that remembers a target for forms that do not carry it; none when the browser has it already. */
export const rememberTarget = (
  request: RequestInternal,
  context: AuthContext,
  target: RedirectTarget,
): readonly Cookie[] => {
  const { name, options } = context.cookies.callbackUrl
  const before = findCookie(request.cookies, name)
  if (before === target || (before === undefined && target === homeTarget(request.origin))) return []
  if (encodeURIComponent(target).length > LONGEST_COOKIE) return clearTarget(request, context)
  return [{ name, value: target, options }]
}

/** The cookie is of no more use once the person has arrived. */
export const clearTarget = (request: RequestInternal, context: AuthContext): readonly Cookie[] => {
  const { callbackUrl } = context.cookies
  return request.cookies.has(callbackUrl.name) ? [clearCookie(callbackUrl)] : []
}
