import type { RouteHandler } from '../config/engine-types.ts'
import { nonEmpty } from '../base/json.ts'
import { findCurrentUser } from '../sessions/strategy.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import { malformed, redirectTo, refuse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { loadAccountParts } from './account-parts.ts'
import { requireAdapter } from './account-request.ts'

/** `POST /account`: changes the account of the signed-in user. */
export const changeAccount: RouteHandler = async (request, context) => {
  const page = `${request.base}/account`
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null) return requireSignIn(request, context, page, 'SessionRequired')
  requireAdapter(context)
  const parts = await loadAccountParts(context)
  const name = nonEmpty(request.fields['action']) ?? ''
  const action = parts.find(({ actions }) => Object.hasOwn(actions, name))?.actions[name]
  if (action === undefined) return malformed()
  const outcome = await action({ context, request, currentUser })
  if (typeof outcome === 'object') return outcome
  if (outcome === 'absent') return refuse(404, 'There is nothing here.')
  if (outcome === 'again') return requireSignIn(request, context, page, 'ReauthenticationRequired')
  return redirectTo(pageTarget(page, request.origin, { done: outcome }))
}
