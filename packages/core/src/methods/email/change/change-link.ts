import type { RouteHandler } from '../../../config/engine-types.ts'
import { findAttempt } from '../../../attempts/attempt.ts'
import { isLive, openEmailChange, type EmailChange, findChangeRequest, type ChangeRequest } from './change-token.ts'
import { nonEmpty, defined } from '../../../base/json.ts'
import { authError, Verification } from '../../../errors/error-classes.ts'
import { formToken } from '../../../forms/page-data.ts'
import { findCurrentUser } from '../../../sessions/current-user.ts'
import { requireSignIn } from '../../../sign-in/require-sign-in.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { show, type HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { isApplied, finishChange } from './finish-change.ts'

/** A page with one button that names both addresses. A `GET` changes nothing: mail scanners open links as well. */
const confirm = async ({ request, context }: ChangeRequest, token: string, change: EmailChange) => {
  if (!isLive(context, change)) throw new Verification('The link has expired', { reason: 'expired' })
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const props = {
    action: `${request.base}/change-email`,
    host: new URL(request.origin).host,
    email: change.to,
    fields: [['token', token]] as const,
    home: homeTarget(request.origin),
    ...defined({ csrfToken, replaces: change.from ?? undefined }),
    requestedFrom: change.requestedFrom,
    requestedAt: change.created * 1000,
  }
  return show({ page: 'change-email', props }, cookies)
}

/**
 * `/change-email`: the link of a mail to a new address. A `GET` changes the address in the browser that requested the
 * change, if the same user is still signed in there. In any other browser it shows a page, and only the `POST` of that
 * page changes the address. The page names the previous address, so that the user does not add an address to the
 * account of an attacker.
 *
 * An unverified previous address does not show whose account it is; it may even be an address that the recipient of the
 * mail expects. Then only the user of the account, signed in, can confirm.
 */
export const changeEmailLink: RouteHandler = async (request, context) => {
  const changeRequest = findChangeRequest(request, context)
  if (changeRequest === undefined) throw authError('InvalidProvider', 'No e-mail provider can send to a new address')
  const isPost = request.method === 'POST'
  const token = nonEmpty(isPost ? request.fields['token'] : request.query.get('token')) ?? ''
  const change = await openEmailChange(context, token)
  if (change === undefined) throw new Verification('The link cannot be read', { reason: 'unreadable' })
  const currentUser = await findCurrentUser(context, request.cookies)
  const isUser = currentUser?.userId === change.userId
  const finish = (): Promise<HandlerResponse> => finishChange(changeRequest, change, currentUser)
  if (isUser) {
    if (isPost) return finish()
    const { provider, state } = change
    const own = await findAttempt(context, request.cookies, { provider, state, kind: 'change' })
    if (own.found && own.attempt.userId === change.userId) return finish()
  }
  const user = await findUser(changeRequest.store, change.userId)
  // A second click shows the page that the change is done.
  if (user !== null && isApplied(user, change)) return finish()
  if (!isUser && user !== null && !isEmailVerified(user) && isLive(context, change))
    return requireSignIn(request, context, pageTarget(`${request.base}/change-email`, request.origin, { token }))
  return isPost ? finish() : confirm(changeRequest, token, change)
}
