import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import {
  findApprovedTarget,
  findOwnTarget,
  homeTarget,
  MAX_TARGET_LENGTH,
  type RedirectTarget,
} from '../web/redirect-target.ts'

/** Characters of a cookie's value that every browser stores (RFC 6265bis §6.1), with room for its name. */
const MAX_COOKIE_LENGTH = 3500

/** A query may hold what a log must not have. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/** A requested URL as a redirect target. What the application's `redirect` callback returns is validated again. */
export const approveTarget = async (context: AuthContext, origin: string, requested: unknown) => {
  if (typeof requested !== 'string' || requested === '' || requested.length > MAX_TARGET_LENGTH)
    return homeTarget(origin)
  const { redirect } = context.config.callbacks
  const target =
    redirect === undefined
      ? findOwnTarget(requested, origin)
      : findApprovedTarget(await redirect({ url: requested, baseUrl: origin }), origin)
  context.runtime.trace?.('redirect', {
    requested: withoutQuery(requested),
    decidedBy: redirect === undefined ? 'the origin of the application' : 'callbacks.redirect',
    accepted: target !== undefined,
    target: withoutQuery(target ?? homeTarget(origin)),
  })
  return target ?? homeTarget(origin)
}

/** Where the user goes after the sign-in: the URL of the body, else of the query, else of the cookie, as a target. */
export const readTarget = (request: RequestInternal, context: AuthContext): Promise<RedirectTarget> => {
  const cookie = findCookie(request.cookies, context.cookies.callbackUrl.name)
  const requested = request.fields['callbackUrl'] ?? request.url.searchParams.get('callbackUrl') ?? cookie
  return approveTarget(context, request.origin, requested)
}

/** Whether a link or an image of another site made the request. It must not choose where a later sign-in leads. */
const isCrossSiteGet = ({ method, headers }: RequestInternal): boolean =>
  method === 'GET' && headers.get('sec-fetch-site') === 'cross-site'

/** The cookie that keeps a target for forms that do not carry it; none when the browser has it already. */
export const rememberTarget = (request: RequestInternal, context: AuthContext, target: RedirectTarget) => {
  const { name, options } = context.cookies.callbackUrl
  const before = findCookie(request.cookies, name)
  if (isCrossSiteGet(request)) return []
  if (before === target || (before === undefined && target === homeTarget(request.origin))) return []
  if (encodeURIComponent(target).length > MAX_COOKIE_LENGTH) return clearTarget(request, context)
  return [{ name, value: target, options }]
}

export const clearTarget = (request: RequestInternal, context: AuthContext): readonly Cookie[] => {
  const { callbackUrl } = context.cookies
  return request.cookies.has(callbackUrl.name) ? [clearCookie(callbackUrl)] : []
}
