import type { AuthContext, RequestInternal, RouteHandler } from '../../../config/engine-types.ts'
import { nonEmpty } from '../../../base/json.ts'
import { defined } from '../../../base/record.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { authError, Verification } from '../../../errors/error-classes.ts'
import { isLive, openEmailChange } from '../../../attempts/email-change-link.ts'
import type { EmailChange } from '../../../attempts/email-change-link.ts'
import { findAttempt } from '../../../attempts/attempt.ts'
import { show } from '../../../web/handler-response.ts'
import type { HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget } from '../../../web/redirect-target.ts'
import { requireSignIn } from '../../../sign-in/require-sign-in.ts'
import { formToken } from '../../../forms/csrf.ts'
import { isApplied } from './apply-change.ts'
import { finishChange } from './finish-change.ts'
import { findMailer } from './mailer.ts'
import { findCurrentUser } from '../../../sessions/current-user.ts'

const readToken = ({ method, fields, query }: RequestInternal): string | undefined =>
  method === 'POST' ? nonEmpty(fields['token']) : nonEmpty(query.get('token') ?? undefined)

const readChange = async (context: AuthContext, token: string | undefined): Promise<EmailChange> => {
  const change = token === undefined ? undefined : await openEmailChange(context, token)
  if (change === undefined) throw new Verification('The link is none of ours', { reason: 'unreadable' })
  return change
}

/** Whether this very browser asked for it. */
const isOwn = async (
  { cookies }: RequestInternal,
  context: AuthContext,
  { provider, state, userId }: EmailChange,
): Promise<boolean> => {
  const reading = await findAttempt(context, cookies, { provider, state, kind: 'change' })
  return reading.found && reading.attempt.kind === 'change' && reading.attempt.userId === userId
}

/** A page with one button, which says whose address becomes which: whoever opened the link has done nothing yet. */
const confirm = async (
  request: RequestInternal,
  context: AuthContext,
  token: string,
  change: EmailChange,
): Promise<HandlerResponse> => {
  if (!isLive(context, change)) throw new Verification('The link is too old', { reason: 'expired' })
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const props = {
    action: `${request.base}/change-email`,
    host: new URL(request.origin).host,
    email: change.to,
    fields: [['token', token]] as const,
    home: homeTarget(request.origin),
    ...defined({ csrfToken, replaces: change.from ?? undefined, requestedFrom: change.requestedFrom }),
    requestedAt: change.created * 1000,
  }
  return show({ page: 'change-email', props }, cookies)
}

/**
 * `/change-email`: the link of a mail to a new address. `GET` in the browser that asked, where the same person is still signed
 * in, changes it; anywhere else it shows a page, and only the `POST` of that page does. That page names the address that is
 * replaced, so that nobody gives theirs to a stranger's account. An address that was never proven tells nobody whose account it
 * is, and can be the very one that the mail went to: then only somebody who is signed in to that account goes on.
 */
export const changeEmailLink: RouteHandler = async (request, context) => {
  const mailer = findMailer(context)
  if (mailer === undefined) throw authError('InvalidProvider', 'No e-mail provider can send to a new address')
  const token = readToken(request)
  const change = await readChange(context, token)
  const currentUser = await findCurrentUser(context, request.cookies)
  const isHolder = currentUser?.userId === change.userId
  const isPressed = request.method === 'POST'
  const finish = (): Promise<HandlerResponse> => finishChange(request, context, mailer, change, currentUser)
  if (isHolder && (isPressed || (await isOwn(request, context, change)))) return finish()
  const user = await findUser(mailer.store, change.userId)
  // A second click says that it is done, and changes nothing.
  if (user !== null && isApplied(user, change)) return finish()
  if (!isHolder && user !== null && !isEmailVerified(user) && isLive(context, change)) {
    const query = new URLSearchParams({ token: token ?? '' }).toString()
    return requireSignIn(request, context, `${request.base}/change-email?${query}`)
  }
  return isPressed ? finish() : confirm(request, context, token ?? '', change)
}
