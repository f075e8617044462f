import type { AuthContext, CurrentUser, RequestInternal } from '../../../config/engine-types.ts'
import { AdapterError } from '../../../errors/error-classes.ts'
import { sessionsOf } from '../../../sessions/strategy.ts'
import type { EmailChange } from '../../../attempts/email-change-link.ts'
import { rememberDevice } from '../../../attempts/remembered-device.ts'
import { listAttempts } from '../../../attempts/attempt.ts'
import type { Cookie } from '../../../types/http.ts'
import { redirectTo, show } from '../../../web/handler-response.ts'
import type { HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { applyChange } from './apply-change.ts'
import type { Applied } from './apply-change.ts'
import type { Mailer } from './mailer.ts'
import { endChanges } from './change-token.ts'
import { announce } from '../../../notifications/announce.ts'

/** The wishes of this user that this browser knows of: all of them are over. */
const forgetWishes = async (
  { cookies }: RequestInternal,
  context: AuthContext,
  { userId }: EmailChange,
): Promise<readonly Cookie[]> => {
  const open = await listAttempts(context, cookies)
  return open.flatMap(({ attempt, forget }) => (attempt.kind === 'change' && attempt.userId === userId ? [forget] : []))
}

/** What this browser gets when the person is signed in in it: a session that says the new address, and being known to it. */
const ownCookies = async (
  request: RequestInternal,
  context: AuthContext,
  { to }: EmailChange,
): Promise<readonly Cookie[]> => {
  const data = { user: { email: to } }
  const { cookies } = await sessionsOf(context).read(context, request.cookies, {
    data,
    claims: { email: to },
    isEmailProof: true,
  })
  return [...cookies, ...(await rememberDevice(context, request.cookies, to))]
}

const tellOf = async (request: RequestInternal, context: AuthContext, { user, before }: Applied): Promise<void> => {
  if (before === undefined) return
  await announce(request, context, [{ name: 'updateUser', user }], { user: before, change: { kind: 'emailChanged' } })
}

/** The address is changed, so what does not end now is only told. */
const endOthers = async (
  context: AuthContext,
  { store }: Mailer,
  change: EmailChange,
  { before }: Applied,
): Promise<void> => {
  try {
    if (before !== undefined) await endChanges(store, change)
  } catch (error) {
    context.config.logger.error(error instanceof Error ? error : new AdapterError('The other wishes were not removed'))
  }
}

/** Give the user the address, tell everybody concerned, and show that it is done. */
export const finishChange = async (
  request: RequestInternal,
  context: AuthContext,
  mailer: Mailer,
  change: EmailChange,
  currentUser: CurrentUser | null,
): Promise<HandlerResponse> => {
  const applied = await applyChange(context, mailer, change)
  // At once, because each of them may have to wait for a database that has fallen silent.
  await Promise.all([endOthers(context, mailer, change, applied), tellOf(request, context, applied)])
  const forgotten = await forgetWishes(request, context, change)
  const page = `${request.base}/account`
  if (currentUser?.userId === change.userId) {
    const own = applied.before === undefined ? [] : await ownCookies(request, context, change)
    return redirectTo(pageTarget(page, request.origin, { done: 'email-changed' }), [...forgotten, ...own])
  }
  const host = new URL(request.origin).host
  const props = { host, email: change.to, isDone: true, home: homeTarget(request.origin) } as const
  return show({ page: 'change-email', props }, forgotten)
}
