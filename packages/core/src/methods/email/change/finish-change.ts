import { findAttempt, listAttempts } from '../../../attempts/attempt.ts'
import { rememberDevice } from '../../../attempts/remembered-device.ts'
import { defined, nonEmpty } from '../../../base/json.ts'
import type { CurrentUser, RouteHandler } from '../../../config/engine-types.ts'
import { authError, Verification } from '../../../errors/error-classes.ts'
import { formToken } from '../../../forms/page-data.ts'
import { endOtherSessions, findCurrentUser } from '../../../sessions/strategy.ts'
import { signInTarget } from '../../../sign-in/require-sign-in.ts'
import { findUser } from '../../../store/rows.ts'
import { redirectTo, show, type HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { announceChange } from './announce-change.ts'
import { applyChange, hasAddress } from './apply-change.ts'
import { findChangeRequest, isLive, readEmailChange } from './change-token.ts'
import type { ChangeRequest, EmailChange } from './change-token.ts'

/**
 * End the other sessions. Returns the cookies of this one: a session with the new address and a new token, and the device that is
 * remembered for the address.
 */
const renewCookies = async ({ request, context }: ChangeRequest, { to }: EmailChange, currentUser: CurrentUser) => {
  const update = { data: { user: { email: to } }, claims: { email: to }, isEmailProof: true }
  return [
    ...(await endOtherSessions(context, request.cookies, currentUser, update)),
    ...(await rememberDevice(context, request.cookies, to)),
  ]
}

/** Change the address of the signed-in user, end the other sessions, and announce the change. */
export const finishChange = async (
  changeRequest: ChangeRequest,
  change: EmailChange,
  currentUser: CurrentUser,
): Promise<HandlerResponse> => {
  const { request, context } = changeRequest
  const applied = await applyChange(changeRequest, change)
  // Before the mail: a mail server that does not respond must not delay the end of the other sessions.
  const renewed = applied === undefined ? [] : await renewCookies(changeRequest, change, currentUser)
  if (applied !== undefined) await announceChange(changeRequest, applied)
  const attempts = await listAttempts(context, request.cookies, 'change')
  const ended = attempts.filter(({ attempt }) => attempt.userId === change.userId).map(({ forget }) => forget)
  const page = pageTarget(`${request.base}/account`, request.origin, { done: 'email-changed' })
  return redirectTo(page, [...ended, ...renewed])
}

const showChanged = ({ request }: ChangeRequest, { to }: EmailChange): HandlerResponse => {
  const props = {
    host: new URL(request.origin).host,
    email: to,
    isDone: true,
    home: homeTarget(request.origin),
  } as const
  return show({ page: 'change-email', props })
}

/** A page with one button that names both addresses. A `GET` changes nothing: mail scanners open links as well. */
const confirm = async ({ request, context }: ChangeRequest, token: string, change: EmailChange) => {
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
 * The page for every other visitor. It does not name the address of the user: the visitor may have received the mail because
 * the user mistyped the new address. A visitor who is signed in as another user sees as which one, and can sign out.
 */
const askToSignIn = async (
  { request, context, store }: ChangeRequest,
  token: string,
  currentUser: CurrentUser | null,
): Promise<HandlerResponse> => {
  const link = pageTarget(`${request.base}/change-email`, request.origin, { token })
  const host = new URL(request.origin).host
  const home = homeTarget(request.origin)
  if (currentUser === null) {
    const signinUrl = signInTarget(request, context, link, 'SessionRequired')
    return show({ page: 'finish-email', props: { host, home, signinUrl } })
  }
  const user = await findUser(store, currentUser.userId)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const signOut = { action: `${request.base}/signout`, callbackUrl: link, ...defined({ csrfToken }) }
  const props = { host, home, signOut, ...defined({ signedInAs: user?.email ?? user?.name ?? undefined }) }
  return show({ page: 'finish-email', props }, cookies)
}

/**
 * `/change-email`: the link of a mail to a new address. Only the user who requested the change can finish it, signed in. The
 * `GET` changes the address in the browser that requested the change. In another browser of the user it shows a page, and only
 * the `POST` of that page changes the address. The new address may be mistyped, so the link alone gives no access.
 */
export const changeEmailLink: RouteHandler = async (request, context) => {
  const changeRequest = findChangeRequest(request, context)
  if (changeRequest === undefined) throw authError('InvalidProvider', 'No e-mail provider can send to a new address')
  const isPost = request.method === 'POST'
  const token = nonEmpty(isPost ? request.fields['token'] : request.query.get('token')) ?? ''
  const change = await readEmailChange(context, token)
  const currentUser = await findCurrentUser(context, request.cookies)
  const user = await findUser(changeRequest.store, change.userId)
  const isApplied = user !== null && hasAddress(user, change.to)
  if (currentUser?.userId !== change.userId) {
    // A second click. The first one may have ended the session that the second one was sent with.
    if (isApplied) return showChanged(changeRequest, change)
    if (!isLive(context, change)) throw new Verification('The link has expired', { reason: 'expired' })
    return askToSignIn(changeRequest, token, currentUser)
  }
  const { provider, state } = change
  const own = isPost ? undefined : await findAttempt(context, request.cookies, { provider, state, kind: 'change' })
  const isConfirmed = isPost || isApplied || (own?.found === true && own.attempt.userId === change.userId)
  if (isConfirmed || !isLive(context, change)) return finishChange(changeRequest, change, currentUser)
  return confirm(changeRequest, token, change)
}
