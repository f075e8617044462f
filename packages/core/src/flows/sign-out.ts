import { sessionsOf } from '../sessions/strategy.ts'
import { forgetCookie, findCookie } from '../web/cookies.ts'
import { redirectTo, show } from '../web/answer.ts'
import { ownerPage } from '../web/return-target.ts'
import { formToken } from './csrf.ts'
import type { Flow } from './flow.ts'
import { readTarget } from './where-to.ts'

/** `GET /signout`: asks. */
export const askSignOut: Flow = async (request, site) => {
  const { signOut: page } = site.config.pages
  if (page !== undefined) return redirectTo(ownerPage(page, request.origin))
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const callbackUrl = await readTarget(request, site)
  const action = `${request.base}/signout`
  return show(
    { page: 'signout', props: { action, callbackUrl, ...(csrfToken === undefined ? {} : { csrfToken }) } },
    cookies,
  )
}

/** `POST /signout`: ends the session, then sends on. */
export const signOut: Flow = async (request, site) => {
  const target = await readTarget(request, site)
  const ended = await sessionsOf(site).end(site, request.cookies)
  // A token that was good before the person left is good no more.
  const { csrf } = site.cookies
  const renewed = findCookie(request.cookies, csrf.name) === undefined ? [] : [forgetCookie(csrf)]
  return redirectTo(target, [...ended, ...renewed])
}
