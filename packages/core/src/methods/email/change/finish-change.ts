import { findAttempt, listAttempts } from '../../../attempts/attempt.ts'
import { rememberDevice } from '../../../attempts/remembered-device.ts'
import { defined } from '../../../base/json.ts'
import type { CurrentUser, RouteHandler } from '../../../config/engine-types.ts'
import { Verification } from '../../../errors/error-classes.ts'
import { isPublicType } from '../../../errors/error-table.ts'
import { formToken, showForm, signInPageTarget, siteProps } from '../../../forms/page-data.ts'
import { endOtherSessions } from '../../../sessions/end-other-sessions.ts'
import { findCurrentUser } from '../../../sessions/strategy.ts'
import { findUser } from '../../../store/rows.ts'
import { redirectTo, show, withRetryPage, type HandlerResponse } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { applyChange, hasAddress } from './apply-change.ts'
import { changeLink, changeRequestFor, type ChangeRequest, type EmailChange } from './change-token.ts'
import { announceChange } from './undo-window.ts'

export const finishChange = async (changeRequest: ChangeRequest, change: EmailChange, currentUser: CurrentUser) => {
  const { request, context } = changeRequest
  const { userId, to } = change
  const attempts = await listAttempts(context, request.cookies, { kind: 'change', userId })
  const cookies = attempts.map(({ clear }) => clear)
  const applied = await applyChange(changeRequest, change)
  if (applied !== undefined) {
    const update = { data: { user: { email: to } }, claims: { email: to }, isEmailProof: true }
    // Before the mail: a mail server that does not respond must not delay the end of the other sessions.
    cookies.push(...(await endOtherSessions(context, request, currentUser, update)))
    cookies.push(...(await rememberDevice(context, request.cookies, to)))
    await announceChange(changeRequest, applied)
  }
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: 'email-changed' }), cookies)
}

const confirm = async ({ request, context }: ChangeRequest, change: EmailChange): Promise<HandlerResponse> => {
  const { to: email, from, requestedFrom, created } = change
  const addresses = { email, ...defined({ replaces: from ?? undefined }) }
  const props = { ...changeLink.pageProps(request), ...addresses, requestedFrom, requestedAt: created * 1000 }
  return showForm(request, context, { page: 'change-email', props })
}

/** The page for other visitors. It names no address of the user: a mistyped new one may belong to another person. */
const askToSignIn = async ({ request, context, store }: ChangeRequest, currentUser: CurrentUser | null) => {
  const link = changeLink.openedUrl(request)
  const site = siteProps(request)
  if (currentUser === null) {
    const signinUrl = signInPageTarget(request, context, { callbackUrl: link, error: 'SessionRequired' })
    return show({ page: 'finish-email', props: { ...site, signinUrl } })
  }
  const user = await findUser(store, currentUser.userId)
  const { cookies, ...token } = await formToken(context, request.cookies)
  const signOut = { action: `${request.base}/signout`, callbackUrl: link, ...token }
  const props = { ...site, signOut, ...defined({ signedInAs: user?.email ?? user?.name ?? undefined }) }
  return show({ page: 'finish-email', props }, cookies)
}

/** `/change-email`: only the signed-in user finishes it, by `GET` in the browser that requested it, else by `POST`. */
export const changeEmailLink: RouteHandler = async (request, context) => {
  const changeRequest = changeRequestFor(request, context)
  const change = await changeLink.read(request, context)
  const isLive = changeLink.isLive(context, change)
  const currentUser = await findCurrentUser(context, request.cookies)
  const isApplied = hasAddress(await findUser(changeRequest.store, change.userId), change.to)
  if (currentUser?.userId !== change.userId) {
    // A second click. The first one may have ended the session that the second one was sent with.
    if (isApplied)
      return show({ page: 'change-email', props: { ...siteProps(request), email: change.to, isDone: true } })
    if (!isLive) throw new Verification('The link has expired', { reason: 'expired' })
    return askToSignIn(changeRequest, currentUser)
  }
  const { kind, provider, userId, state } = change
  const findOwn = async () => (await findAttempt(context, request.cookies, state, { kind, provider, userId })).value
  const isConfirmed = request.method === 'POST' || isApplied || (await findOwn()) !== undefined
  if (!isConfirmed && isLive) return confirm(changeRequest, change)
  const page = pageTarget(`${request.base}/account`, request.origin)
  return withRetryPage(
    page,
    () => finishChange(changeRequest, change, currentUser),
    ({ type }) => isPublicType(type),
  )
}
