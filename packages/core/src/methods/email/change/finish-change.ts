import { findEmailUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { lockUser } from '../../../accounts/unverified.ts'
import {
  consumeChange,
  findChangeRequest,
  isLive,
  openEmailChange,
  removeChanges,
  type ChangeRequest,
  type EmailChange,
} from './change-token.ts'
import { AccountNotLinked, AdapterError, Verification, authError } from '../../../errors/error-classes.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import type { CurrentUser, RouteHandler } from '../../../config/engine-types.ts'
import { listAttempts, findAttempt } from '../../../attempts/attempt.ts'
import { rememberDevice } from '../../../attempts/remembered-device.ts'
import { announce } from '../../../notifications/announce.ts'
import { sessionsOf, findCurrentUser } from '../../../sessions/strategy.ts'
import { redirectTo, show, type HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { nonEmpty, defined } from '../../../base/json.ts'
import { formToken } from '../../../forms/page-data.ts'
import { requireSignIn } from '../../../sign-in/require-sign-in.ts'

/** Whether the user already has the new address, verified. Then a second click is not an error. */
const isApplied = (user: StoredUser, { to }: EmailChange): boolean => user.email === to && isEmailVerified(user)

const checkFree = async (adapter: BoundAdapter, { to, userId }: EmailChange): Promise<void> => {
  const other = await findEmailUser(adapter, to)
  if (other !== null && other.id !== userId) throw new AccountNotLinked('The new address belongs to another user')
}

const changeVoid = (reason: string): Verification =>
  new Verification('The requested change of the address is no longer valid', { reason })

/**
 * Without transactions: write the new address first, as unverified, then check that the previous address is still
 * unverified. A user who verifies the previous address at this moment writes the verification first and looks for the
 * address afterwards, so one of the two requests sees the other.
 */
const writeUnverified = async (adapter: BoundAdapter, { userId: id, to }: EmailChange, from: string): Promise<void> => {
  await adapter.updateUser?.({ id, email: to })
  const user = await findUser(adapter, id)
  if (user === null || !isEmailVerified(user)) return
  await adapter.updateUser?.({ id, email: from })
  throw changeVoid('verified-meanwhile')
}

const write = async ({ context, store }: ChangeRequest, adapter: BoundAdapter, change: EmailChange) => {
  const { userId: id, from, wasUnverified = false, to } = change
  const isTransaction = store.transaction !== undefined
  const user = await (isTransaction ? lockUser : findUser)(adapter, id)
  if (user === null || (user.email ?? null) !== from) throw changeVoid('changed-meanwhile')
  // Verifying an address removes what was attached to it before the verification. A requested change is attached, too.
  if (wasUnverified && isEmailVerified(user)) throw changeVoid('verified-meanwhile')
  await checkFree(adapter, change)
  if (wasUnverified && from !== null && !isTransaction) await writeUnverified(adapter, change, from)
  const verified = { id, email: to, emailVerified: new Date(context.runtime.now()) }
  return { ...user, ...(await adapter.updateUser?.(verified)), ...verified }
}

/**
 * Find out whether a write that failed with an `AdapterError` was made: its response may have been lost, or another
 * request was faster. The row of the token is put back at the same time, so that the mail works again; the user has
 * waited for one timeout already.
 */
const resolveFailedWrite = async (
  { store }: ChangeRequest,
  change: EmailChange,
  row: VerificationToken,
  error: AdapterError,
): Promise<StoredUser> => {
  const restored = Promise.resolve(store.createVerificationToken(row)).catch(() => null)
  try {
    const user = await findUser(store, change.userId)
    if (user !== null && isApplied(user, change)) return user
    await checkFree(store, change)
    throw error
  } finally {
    await restored
  }
}

/**
 * Give a user the verified address. Returns the user, and the user before; `before` is `undefined` if the address was changed
 * earlier. Throws `Verification` when the change was consumed, expired or is void, and `AccountNotLinked` when the address has
 * become the one of another user. After a failure of the database the same mail works again.
 */
const applyChange = async (changeRequest: ChangeRequest, change: EmailChange) => {
  const { context, store } = changeRequest
  const before = await findUser(store, change.userId)
  if (before !== null && isApplied(before, change)) return { user: before }
  const row = isLive(context, change) ? await consumeChange(changeRequest, change) : undefined
  if (row === undefined || before === null) {
    // Of two simultaneous clicks, the second finds the row consumed and may find the address changed.
    const user = await findUser(store, change.userId)
    if (user !== null && isApplied(user, change)) return { user }
    throw changeVoid(isLive(context, change) ? 'unknown' : 'expired')
  }
  try {
    const work = (adapter: BoundAdapter) => write(changeRequest, adapter, change)
    return { user: await (store.transaction?.(work) ?? work(store)), before }
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    return { user: await resolveFailedWrite(changeRequest, change, row, error), before }
  }
}

/** Cookies of the signed-in user: a session with the new address, and the device that is remembered for it. */
const renewCookies = async ({ request, context }: ChangeRequest, { to }: EmailChange) => {
  const update = { data: { user: { email: to } }, claims: { email: to }, isEmailProof: true }
  const { cookies } = await sessionsOf(context).read(context, request.cookies, update)
  return [...cookies, ...(await rememberDevice(context, request.cookies, to))]
}

/** Change the address, emit the event, notify the user, and show that the change is done. */
export const finishChange = async (
  changeRequest: ChangeRequest,
  change: EmailChange,
  currentUser: CurrentUser | null,
): Promise<HandlerResponse> => {
  const { request, context, store } = changeRequest
  const { user, before } = await applyChange(changeRequest, change)
  if (before !== undefined)
    // In parallel, because each may wait for the timeout of a database that does not respond.
    await Promise.all([
      // The address is changed already, so a failure is only logged.
      removeChanges(store, change).catch((error: Error) => context.config.logger.error(error)),
      announce(request, context, [{ name: 'updateUser', user }], { user: before, change: { kind: 'emailChanged' } }),
    ])
  const attempts = await listAttempts(context, request.cookies, 'change')
  const ended = attempts.filter(({ attempt }) => attempt.userId === change.userId).map(({ forget }) => forget)
  if (currentUser?.userId === change.userId) {
    const renewed = before === undefined ? [] : await renewCookies(changeRequest, change)
    const page = pageTarget(`${request.base}/account`, request.origin, { done: 'email-changed' })
    return redirectTo(page, [...ended, ...renewed])
  }
  const host = new URL(request.origin).host
  const props = { host, email: change.to, isDone: true, home: homeTarget(request.origin) } as const
  return show({ page: 'change-email', props }, ended)
}

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
