import { sessionsOf } from '../sessions/strategy.ts'
import { forgetRecent } from '../transactions/recent.ts'
import { redirectTo, show } from '../web/answer.ts'
import { ownerPage } from '../web/return-target.ts'
import { forgetCsrf, formToken } from './csrf.ts'
import type { Flow } from './flow.ts'
import { findOwnerPage } from './owner-page.ts'
import { forgetTarget, readTarget } from './where-to.ts'

/** `GET /signout`: asks. */
export const askSignOut: Flow = async (request, site) => {
  const page = findOwnerPage(request, site, 'signOut')
  if (page !== undefined) {
    const callbackUrl = request.query.has('callbackUrl') ? await readTarget(request, site) : undefined
    return redirectTo(ownerPage(page, request.origin, { callbackUrl }))
  }
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
  const forgotten = [...forgetRecent(site, request.cookies), ...forgetTarget(request, site)]
  return redirectTo(target, [...ended, ...forgotten, ...forgetCsrf(request, site)])
}
