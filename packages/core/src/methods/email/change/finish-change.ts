import type { CurrentUser } from '../../../config/engine-types.ts'
import { listAttempts } from '../../../attempts/attempt.ts'
import type { EmailChange } from '../../../attempts/email-change-link.ts'
import { rememberDevice } from '../../../attempts/remembered-device.ts'
import { AdapterError } from '../../../errors/error-classes.ts'
import { announce } from '../../../notifications/announce.ts'
import { sessionsOf } from '../../../sessions/strategy.ts'
import type { Cookie } from '../../../types/http.ts'
import { redirectTo, show } from '../../../web/handler-response.ts'
import type { HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { applyChange } from './apply-change.ts'
import type { AppliedChange } from './apply-change.ts'
import type { ChangeRequest } from './change-request.ts'
import { removeChanges } from './change-token.ts'

/** Cookies of the signed-in user: a session with the new address, and the device that is remembered for it. */
const renewCookies = async ({ request, context }: ChangeRequest, { to }: EmailChange): Promise<readonly Cookie[]> => {
  const update = { data: { user: { email: to } }, claims: { email: to }, isEmailProof: true }
  const { cookies } = await sessionsOf(context).read(context, request.cookies, update)
  return [...cookies, ...(await rememberDevice(context, request.cookies, to))]
}

const announceChange = async ({ request, context }: ChangeRequest, { user, before }: AppliedChange): Promise<void> => {
  if (before === undefined) return
  await announce(request, context, [{ name: 'updateUser', user }], { user: before, change: { kind: 'emailChanged' } })
}

/** The address is changed already, so a failure is only logged. */
const removeOthers = async (
  { context, store }: ChangeRequest,
  change: EmailChange,
  { before }: AppliedChange,
): Promise<void> => {
  try {
    if (before !== undefined) await removeChanges(store, change)
  } catch (error) {
    const failure = error instanceof Error ? error : new AdapterError('The other requested changes were not removed')
    context.config.logger.error(failure)
  }
}

/** Change the address, emit the event, notify the user, and show that the change is done. */
export const finishChange = async (
  changeRequest: ChangeRequest,
  change: EmailChange,
  currentUser: CurrentUser | null,
): Promise<HandlerResponse> => {
  const { request, context } = changeRequest
  const applied = await applyChange(changeRequest, change)
  // In parallel, because each may wait for the timeout of a database that does not respond.
  await Promise.all([removeOthers(changeRequest, change, applied), announceChange(changeRequest, applied)])
  const attempts = await listAttempts(context, request.cookies, 'change')
  const ended = attempts.filter(({ attempt }) => attempt.userId === change.userId).map(({ forget }) => forget)
  if (currentUser?.userId === change.userId) {
    const renewed = applied.before === undefined ? [] : await renewCookies(changeRequest, change)
    const page = pageTarget(`${request.base}/account`, request.origin, { done: 'email-changed' })
    return redirectTo(page, [...ended, ...renewed])
  }
  const host = new URL(request.origin).host
  const props = { host, email: change.to, isDone: true, home: homeTarget(request.origin) } as const
  return show({ page: 'change-email', props }, ended)
}
