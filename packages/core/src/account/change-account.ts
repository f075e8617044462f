import { nonEmpty } from '../base/json.ts'
import type { AccountAction, AuthContext, RouteHandler } from '../config/engine-types.ts'
import { findCurrentUser } from '../sessions/current-user.ts'
import { requireReauthentication, requireSignIn } from '../sign-in/require-sign-in.ts'
import { json, redirectTo } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { loadAccountParts, requireAdapter } from './account-request.ts'
import { unlink } from './unlink-account.ts'

const findAction = async (context: AuthContext, name: string | undefined): Promise<AccountAction | undefined> => {
  if (name === undefined) return undefined
  if (name === 'unlink') return unlink
  const parts = await loadAccountParts(context)
  return parts.find(({ actions }) => Object.hasOwn(actions, name))?.actions[name]
}

const refuse = (status: number, message: string): HandlerResponse => json({ error: 'BadRequest', message }, [], status)

/** `POST /account`: changes the account of the signed-in user. */
export const changeAccount: RouteHandler = async (request, context) => {
  const page = `${request.base}/account`
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null) return requireSignIn(request, context, page)
  requireAdapter(context)
  const action = await findAction(context, nonEmpty(request.fields['action']))
  if (action === undefined) return refuse(400, 'The request could not be read.')
  const outcome = await action({ context, request, currentUser })
  if (typeof outcome === 'object') return outcome
  if (outcome === 'absent') return refuse(404, 'There is nothing here.')
  return outcome === 'again'
    ? requireReauthentication(request, context, page)
    : redirectTo(pageTarget(page, request.origin, { done: outcome }))
}
