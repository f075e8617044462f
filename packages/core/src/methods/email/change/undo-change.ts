import type { StoredUser } from '../../../accounts/decide-account.ts'
import { defined, nonEmpty } from '../../../base/json.ts'
import type { AuthContext, RouteHandler } from '../../../config/engine-types.ts'
import { AuthError } from '../../../errors/auth-error.ts'
import { AccountNotLinked, authError, Verification } from '../../../errors/error-classes.ts'
import { formToken } from '../../../forms/page-data.ts'
import { announce } from '../../../notifications/announce.ts'
import { revokeSessions } from '../../../sessions/revoke-sessions.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { findUser, lockUser } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import type { UndoEmailProps } from '../../../types/page-props.ts'
import { show, type HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { isTokenStore, type TokenStore } from '../mail-token.ts'
import { checkFree, hasAddress } from './apply-change.ts'
import { findChangeRequest, voidChanges, type ChangeRequest } from './change-token.ts'
import { canUndo, clearSeries, endSeries, openUndo, type AddressUndo } from './undo-token.ts'

const undoVoid = (reason: string): Verification =>
  new Verification('The change of the address can no longer be undone', { reason })

interface WrittenUndo {
  /** The series that was consumed, if this change began it. */
  readonly series: VerificationToken | undefined
  /** The user before and after. `undefined` if the user had the address already. */
  readonly users: { readonly before: StoredUser; readonly user: StoredUser } | undefined
}

const restoreSeries = async (store: TokenStore, series: VerificationToken | undefined): Promise<void> => {
  if (series !== undefined) await Promise.resolve(store.createVerificationToken(series)).catch(() => null)
}

/**
 * Give the user the previous address back, as verified: the mail with the link proves it. The link of a series works whatever
 * changed since. In a transaction the series is read while the user is locked: a further change consumes its row and stores it
 * again, so at the same moment an undo without the lock would find none, and be refused.
 */
const write = async (
  { context, store }: ChangeRequest,
  adapter: BoundAdapter,
  undo: AddressUndo,
): Promise<WrittenUndo> => {
  const { userId: id, from, to } = undo
  const before = await (store.transaction === undefined ? findUser : lockUser)(adapter, id)
  if (before === null) throw undoVoid('unknown')
  const tokens = isTokenStore(adapter) ? adapter : store
  const series = await endSeries(context, tokens, undo)
  try {
    if (hasAddress(before, from)) return { series, users: undefined }
    if (series === undefined && before.email !== to) throw undoVoid('changed-meanwhile')
    await checkFree(adapter, id, from)
    const restored = { id, email: from, emailVerified: new Date(context.runtime.now()) }
    const user = { ...before, ...(await adapter.updateUser?.(restored)), ...restored }
    return { series, users: { before, user } }
  } catch (error) {
    // A transaction that is rolled back restores the row itself.
    if (tokens === store) await restoreSeries(store, series)
    throw error
  }
}

/**
 * Without transactions: the attacker may have changed the address at the same moment, after their request had read the user.
 * Then the link must go on working.
 */
const checkWritten = async ({ store }: ChangeRequest, { userId, from }: AddressUndo): Promise<void> => {
  const user = store.transaction === undefined ? await findUser(store, userId) : null
  if (user !== null && !hasAddress(user, from)) throw undoVoid('changed-meanwhile')
}

/** End all sessions of the user, as far as the adapter can. Adapters published for Auth.js cannot. */
const endAllSessions = async (context: AuthContext, userId: string): Promise<void> => {
  try {
    await revokeSessions(context, userId)
  } catch (error) {
    if (!(error instanceof AuthError) || error.type !== 'MissingAdapterMethods') throw error
    context.config.logger.warn('sessions-kept', error.message)
  }
}

/** Undo the change, end all sessions of the user, and announce it to the address that the user had until now. */
const undoChange = async (changeRequest: ChangeRequest, undo: AddressUndo): Promise<void> => {
  const { request, context, store } = changeRequest
  const work = (adapter: BoundAdapter) => write(changeRequest, adapter, undo)
  const { series, users } = await (store.transaction?.(work) ?? work(store))
  try {
    // Also if the address was written before: that request may have failed afterwards.
    await endAllSessions(context, undo.userId)
    await voidChanges(changeRequest, undo.userId)
    await checkWritten(changeRequest, undo)
    if (users === undefined) return
    const { before, user } = users
    const notification = { user: before, change: { kind: 'emailRestored' } } as const
    await announce(request, context, [{ name: 'updateUser', user }], notification)
  } catch (error) {
    await restoreSeries(store, series)
    throw error
  }
  // Without transactions, a change that was in progress at the same time may have begun a new series.
  if (series !== undefined && store.transaction === undefined)
    await clearSeries(context, store, undo.userId).catch((error: Error) => context.config.logger.error(error))
}

const propsFor = ({ request, context }: ChangeRequest, { from }: AddressUndo) => ({
  host: new URL(request.origin).host,
  email: from,
  home: homeTarget(request.origin),
  signinUrl: pageTarget(context.config.pages.signIn ?? `${request.base}/signin`, request.origin),
})

const showOutcome = (
  changeRequest: ChangeRequest,
  undo: AddressUndo,
  outcome: NonNullable<UndoEmailProps['outcome']>,
): HandlerResponse =>
  show({ page: 'undo-email', props: { ...propsFor(changeRequest, undo), outcome } }, [], outcome === 'done' ? 200 : 409)

/** A page with one button that names both addresses. A `GET` changes nothing: mail scanners open links as well. */
const confirm = async (changeRequest: ChangeRequest, token: string, undo: AddressUndo): Promise<HandlerResponse> => {
  const { request, context, store } = changeRequest
  const user = await findUser(store, undo.userId)
  if (user === null) throw undoVoid('unknown')
  if (hasAddress(user, undo.from)) return showOutcome(changeRequest, undo, 'done')
  if (!undo.isFirst && user.email !== undo.to) throw undoVoid('changed-meanwhile')
  await checkFree(store, undo.userId, undo.from)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const props = {
    ...propsFor(changeRequest, undo),
    action: `${request.base}/undo-email`,
    replaces: undo.to,
    fields: [['token', token]] as const,
    ...defined({ csrfToken }),
  }
  return show({ page: 'undo-email', props }, cookies)
}

/**
 * `/undo-email`: the link of a mail to the previous address. It needs no sign-in, because another person may have taken over the
 * account. A `GET` shows a page, and only the `POST` of that page undoes the change.
 */
export const undoEmailLink: RouteHandler = async (request, context) => {
  const changeRequest = findChangeRequest(request, context)
  if (changeRequest === undefined) throw authError('InvalidProvider', 'No e-mail provider can send to an address')
  const isPost = request.method === 'POST'
  const token = nonEmpty(isPost ? request.fields['token'] : request.query.get('token')) ?? ''
  const undo = await openUndo(context, token)
  if (undo === undefined) throw new Verification('The link cannot be read', { reason: 'unreadable' })
  if (!canUndo(context, undo)) throw undoVoid('expired')
  try {
    if (!isPost) return await confirm(changeRequest, token, undo)
    await undoChange(changeRequest, undo)
    return showOutcome(changeRequest, undo, 'done')
  } catch (error) {
    if (!(error instanceof AccountNotLinked)) throw error
    return showOutcome(changeRequest, undo, 'taken')
  }
}
