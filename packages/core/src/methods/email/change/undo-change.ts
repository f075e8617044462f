import { isSameAddress } from '../../../accounts/find-users.ts'
import { freeAddress } from '../../../accounts/unverified.ts'
import type { RouteHandler } from '../../../config/engine-types.ts'
import { AccountNotLinked, Verification } from '../../../errors/error-classes.ts'
import { showForm, signInPageTarget, siteProps } from '../../../forms/page-data.ts'
import { announce } from '../../../notifications/announce.ts'
import { revokeIfPossible } from '../../../sessions/revoke-sessions.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { findUser, inTransaction } from '../../../store/rows.ts'
import { show } from '../../../web/handler-response.ts'
import { checkFree, hasAddress } from './apply-change.ts'
import { changeRequestFor, type ChangeRequest } from './change-token.ts'
import { addressUndoLink, type AddressUndo } from './undo-window.ts'

const undoVoid = (reason: string): Verification =>
  new Verification('The change of the address can no longer be undone', { reason })

/** The user who still has the new address. `undefined` if the user has the previous one again. */
const findChanged = async (adapter: BoundAdapter, { userId, from, to }: AddressUndo, find: typeof findUser) => {
  const user = await find(adapter, userId)
  if (user === null) throw undoVoid('unknown')
  if (hasAddress(user, from)) return undefined
  if (!isSameAddress(user.email, to)) throw undoVoid('changed-meanwhile')
  return user
}

/** Give the user the previous address back. The mail with the link has verified it. `undefined` if nothing changes. */
const write = ({ context, store }: ChangeRequest, undo: AddressUndo) =>
  inTransaction(store, async (adapter, find) => {
    const before = await findChanged(adapter, undo, find)
    if (before === undefined) return undefined
    const { userId: id, from: email, changedAt } = undo
    // The owner of the mailbox may have signed in by a mail since, as a new user without anything else.
    const freed = await freeAddress(adapter, id, email, store.transaction !== undefined, changedAt * 1000)
    const restored = { id, email, emailVerified: new Date(context.runtime.now()) }
    const user = { ...before, ...(await adapter.updateUser?.(restored)), ...restored }
    return { before, events: [...freed, { name: 'updateUser' as const, user }] }
  })

/** Undo the change, end all sessions of the user, and announce it to the address that the user had until now. */
const undoChange = async (changeRequest: ChangeRequest, undo: AddressUndo): Promise<'done'> => {
  const { request, context } = changeRequest
  const written = await write(changeRequest, undo)
  // Also if the address was written before: that request may have failed afterwards.
  await revokeIfPossible(context, undo.userId)
  if (written !== undefined)
    await announce(request, context, written.events, { user: written.before, change: { kind: 'emailRestored' } })
  return 'done'
}

const findOutcome = async ({ store }: ChangeRequest, undo: AddressUndo): Promise<'done' | undefined> => {
  if ((await findChanged(store, undo, findUser)) === undefined) return 'done'
  await checkFree(store, undo.userId, undo.from, undo.changedAt * 1000)
  return undefined
}

const toTaken = (error: unknown): 'taken' => {
  if (error instanceof AccountNotLinked) return 'taken'
  throw error
}

/** `/undo-email`: needs no sign-in, because another person may have taken over the account. Only a `POST` undoes. */
export const undoEmailLink: RouteHandler = async (request, context) => {
  const changeRequest = changeRequestFor(request, context)
  const undo = await addressUndoLink.read(request, context)
  if (!addressUndoLink.isLive(context, undo)) throw undoVoid('expired')
  const outcome = await (request.method === 'POST' ? undoChange : findOutcome)(changeRequest, undo).catch(toTaken)
  const signinUrl = signInPageTarget(request, context)
  const own = { email: undo.from, signinUrl }
  if (outcome !== undefined) {
    const status = outcome === 'done' ? 200 : 409
    return show({ page: 'undo-email', props: { ...siteProps(request), ...own, outcome } }, [], status)
  }
  const props = { ...addressUndoLink.pageProps(request), ...own, replaces: undo.to }
  return showForm(request, context, { page: 'undo-email', props })
}
