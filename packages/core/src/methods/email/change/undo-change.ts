import type { AccountEvent } from '../../../accounts/account-events.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { freeAddress } from '../../../accounts/unverified.ts'
import { defined, nonEmpty } from '../../../base/json.ts'
import type { AuthContext, RouteHandler } from '../../../config/engine-types.ts'
import { AuthError } from '../../../errors/auth-error.ts'
import { AccountNotLinked, authError, Verification } from '../../../errors/error-classes.ts'
import { formToken } from '../../../forms/page-data.ts'
import { announce } from '../../../notifications/announce.ts'
import { revokeSessions } from '../../../sessions/revoke-sessions.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { findUser, lockUser } from '../../../store/rows.ts'
import type { PageProps } from '../../../types/page-props.ts'
import { show, type HandlerResponse } from '../../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../../web/redirect-target.ts'
import { checkFree, hasAddress } from './apply-change.ts'
import { findChangeRequest, type ChangeRequest } from './change-token.ts'
import { canUndo, readUndo, type AddressUndo } from './undo-window.ts'

const undoVoid = (reason: string): Verification =>
  new Verification('The change of the address can no longer be undone', { reason })

/** Give the user the previous address back, as verified: the mail with the link proves it. `undefined` if the user has it already. */
const write = async (
  { context, store }: ChangeRequest,
  adapter: BoundAdapter,
  { userId: id, from, to, changedAt }: AddressUndo,
): Promise<{ readonly before: StoredUser; readonly events: readonly AccountEvent[] } | undefined> => {
  const isTransaction = store.transaction !== undefined
  const before = await (isTransaction ? lockUser : findUser)(adapter, id)
  if (before === null) throw undoVoid('unknown')
  if (hasAddress(before, from)) return undefined
  if (before.email !== to) throw undoVoid('changed-meanwhile')
  // The owner of the mailbox may have signed in by a mail since, as a new user without anything else.
  const freed = await freeAddress(adapter, id, from, isTransaction, changedAt * 1000)
  const restored = { id, email: from, emailVerified: new Date(context.runtime.now()) }
  const user = { ...before, ...(await adapter.updateUser?.(restored)), ...restored }
  return { before, events: [...freed, { name: 'updateUser', user }] }
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
  const written = await (store.transaction?.(work) ?? work(store))
  // Also if the address was written before: that request may have failed afterwards.
  await endAllSessions(context, undo.userId)
  if (written === undefined) return
  await announce(request, context, written.events, { user: written.before, change: { kind: 'emailRestored' } })
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
  outcome: NonNullable<PageProps['undo-email']['outcome']>,
): HandlerResponse =>
  show({ page: 'undo-email', props: { ...propsFor(changeRequest, undo), outcome } }, [], outcome === 'done' ? 200 : 409)

/** A page with one button that names both addresses. A `GET` changes nothing: mail scanners open links as well. */
const confirm = async (changeRequest: ChangeRequest, token: string, undo: AddressUndo): Promise<HandlerResponse> => {
  const { request, context, store } = changeRequest
  const user = await findUser(store, undo.userId)
  if (user === null) throw undoVoid('unknown')
  if (hasAddress(user, undo.from)) return showOutcome(changeRequest, undo, 'done')
  if (user.email !== undo.to) throw undoVoid('changed-meanwhile')
  await checkFree(store, undo.userId, undo.from, undo.changedAt * 1000)
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
  const undo = await readUndo(context, token)
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
