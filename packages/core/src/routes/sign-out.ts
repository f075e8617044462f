import type { RouteHandler } from '../config/engine-types.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { clearAuthenticated } from '../attempts/reauthentication.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { clearCsrf, formToken } from '../forms/form-token.ts'
import { findCustomPage } from '../forms/custom-page.ts'
import { clearTarget, readTarget } from '../forms/callback-url.ts'

/** `GET /signout`: asks. */
export const askSignOut: RouteHandler = async (request, context) => {
  const page = findCustomPage(request, context, 'signOut')
  if (page !== undefined) {
    const callbackUrl = request.query.has('callbackUrl') ? await readTarget(request, context) : undefined
    return redirectTo(pageTarget(page, request.origin, { callbackUrl }))
  }
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const callbackUrl = await readTarget(request, context)
  const action = `${request.base}/signout`
  return show(
    { page: 'signout', props: { action, callbackUrl, ...(csrfToken === undefined ? {} : { csrfToken }) } },
    cookies,
  )
}

/** `POST /signout`: ends the session, then sends on. */
export const signOut: RouteHandler = async (request, context) => {
  const target = await readTarget(request, context)
  const ended = await sessionsOf(context).end(context, request.cookies)
  const forgotten = [...clearAuthenticated(context, request.cookies), ...clearTarget(request, context)]
  return redirectTo(target, [...ended, ...forgotten, ...clearCsrf(request, context)])
}
