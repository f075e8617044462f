import type { RouteHandler } from '../config/engine-types.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { clearAuthenticated } from '../attempts/reauthentication.ts'
import { pendingSignIns } from '../sign-in/pending-sign-in.ts'
import { redirectTo } from '../web/handler-response.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'
import { clearCsrf, currentUserLabel, findCustomPage, showForm } from '../forms/page-data.ts'
import { clearTarget, readTarget } from '../forms/callback-url.ts'

/** `GET /signout`: the page that asks the user to confirm. A visitor who is not signed in goes to the home page. */
export const signOutPage: RouteHandler = async (request, context) => {
  const page = findCustomPage(request, context, 'signOut')
  if (page !== undefined) {
    const callbackUrl = request.url.searchParams.has('callbackUrl') ? await readTarget(request, context) : undefined
    return redirectTo(pageTarget(page, request.origin, { callbackUrl }))
  }
  // Not `findCurrentUser` of the strategy: a session whose user was deleted can be signed out too.
  const currentUser = await sessionsOf(context).findCurrentUser(context, request.cookies)
  if (currentUser === null) return redirectTo(homeTarget(request.origin))
  const callbackUrl = await readTarget(request, context)
  const action = `${request.base}/signout`
  const props = { action, callbackUrl, user: currentUserLabel(currentUser), home: homeTarget(request.origin) }
  return showForm(request, context, { page: 'signout', props })
}

/** `POST /signout`: ends the session and redirects. */
export const signOut: RouteHandler = async (request, context) => {
  const target = await readTarget(request, context)
  const cookies = await sessionsOf(context).end(context, request.cookies)
  return redirectTo(target, [
    ...cookies,
    ...clearAuthenticated(context, request.cookies),
    ...pendingSignIns.clear(context, request.cookies),
    ...clearTarget(request, context),
    ...clearCsrf(request, context),
  ])
}
