import { findOtherUser, isSameAddress } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { freeAddress, holdsAddress } from '../../../accounts/unverified.ts'
import { AccountNotLinked, AdapterError, Verification } from '../../../errors/error-classes.ts'
import { AdapterTimeout, type BoundAdapter } from '../../../store/bind-adapter.ts'
import { findUser, isEmailVerified, lockUser } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import { isTokenStore } from '../mail-token.ts'
import { announceChange, prepareUndo, type AppliedChange, type UndoableChange } from './announce-change.ts'
import { consumeChange, isLive, verifiedAtOf, type ChangeRequest, type EmailChange } from './change-token.ts'
import { checkWindow, openWindow } from './undo-window.ts'

/** Whether the user already has the address, verified. Then a second click is not an error. */
export const hasAddress = (user: StoredUser, address: string): boolean =>
  isSameAddress(user.email, address) && isEmailVerified(user)

/** Throws `AccountNotLinked` if another user has verified the address, before `verifiedSince`. */
export const checkFree = async (
  adapter: BoundAdapter,
  userId: string,
  address: string,
  verifiedSince = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const other = await findOtherUser(adapter, userId, address)
  if (other !== null && holdsAddress(other, verifiedSince))
    throw new AccountNotLinked('The address belongs to another user')
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

/** The user to change, in the state in which the change was requested. */
const findUnchanged = async (
  { store }: ChangeRequest,
  adapter: BoundAdapter,
  { userId, from, verifiedAt }: EmailChange,
): Promise<StoredUser> => {
  const user = await (store.transaction === undefined ? findUser : lockUser)(adapter, userId)
  if (user === null || !isSameAddress(user.email ?? '', from ?? '')) throw changeVoid('changed-meanwhile')
  // Verifying an address removes what was attached to it before. A requested change is attached, too.
  if (verifiedAtOf(user) !== verifiedAt) throw changeVoid('verified-meanwhile')
  return user
}

/** A change that this request is about to write. */
interface Writing {
  readonly change: EmailChange
  readonly undoable: UndoableChange | undefined
  /** Whether the write has begun. Then a failure does not say that nothing was written. */
  hasBegun: boolean
}

/** Check and write a change. The row of the window is stored first: without transactions another change must not precede it. */
const write = async (changeRequest: ChangeRequest, adapter: BoundAdapter, writing: Writing): Promise<AppliedChange> => {
  const { context, store } = changeRequest
  const { change, undoable } = writing
  const { userId: id, from, verifiedAt, to } = change
  const isTransaction = store.transaction !== undefined
  const before = await findUnchanged(changeRequest, adapter, change)
  const tokens = isTokenStore(adapter) ? adapter : store
  await checkWindow(context, tokens, before)
  const freed = await freeAddress(adapter, id, to, isTransaction)
  if (undoable !== undefined) await openWindow(context, tokens, undoable.undo)
  writing.hasBegun = true
  if (verifiedAt === null && from !== null && !isTransaction) await writeUnverified(adapter, change, from)
  const verified = { id, email: to, emailVerified: new Date(context.runtime.now()) }
  const user = { ...before, ...(await adapter.updateUser?.(verified)), ...verified }
  return { before, undoable, events: [...freed, { name: 'updateUser', user }] }
}

/**
 * Find out whether a write that failed with an `AdapterError` was made: its response may have been lost, or another
 * request was faster. If that stays uncertain, the previous address gets the link that undoes the change.
 */
const resolveFailedWrite = async (
  changeRequest: ChangeRequest,
  { change: { userId, to }, undoable }: Writing,
  before: StoredUser,
  error: AdapterError,
): Promise<AppliedChange> => {
  const { store } = changeRequest
  const user = await findUser(store, userId).catch(() => undefined)
  if (user !== undefined && user !== null && hasAddress(user, to))
    return { before, undoable, events: [{ name: 'updateUser', user }] }
  const isCertain = user !== undefined && !(error instanceof AdapterTimeout)
  if (!isCertain && undoable !== undefined) await announceChange(changeRequest, { before, undoable, events: [] })
  if (isCertain) await checkFree(store, userId, to)
  throw error
}

const writeConsumed = async (
  changeRequest: ChangeRequest,
  writing: Writing,
  before: StoredUser,
  row: VerificationToken,
): Promise<AppliedChange> => {
  const { store } = changeRequest
  const work = (adapter: BoundAdapter) => write(changeRequest, adapter, writing)
  try {
    return await (store.transaction?.(work) ?? work(store))
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    // So that the mail works again. At the same time, because the user has waited for one timeout already.
    const restored = Promise.resolve(store.createVerificationToken(row)).catch(() => null)
    try {
      if (!writing.hasBegun) throw error
      return await resolveFailedWrite(changeRequest, writing, before, error)
    } finally {
      await restored
    }
  }
}

/**
 * Give a user the verified address. `undefined` if the user had it already. Throws `Verification` when the change was consumed,
 * expired or is void, `EmailChangeTooSoon` while the last change can be undone, and `AccountNotLinked` when another user has
 * verified the address. After a failure of the database the same mail works again.
 */
export const applyChange = async (
  changeRequest: ChangeRequest,
  change: EmailChange,
): Promise<AppliedChange | undefined> => {
  const { context, store } = changeRequest
  const before = await findUser(store, change.userId)
  if (before !== null && hasAddress(before, change.to)) return undefined
  const undoable = before === null ? undefined : await prepareUndo(changeRequest, change, before)
  const row = isLive(context, change) ? await consumeChange(changeRequest, change) : undefined
  if (row !== undefined && before !== null)
    return writeConsumed(changeRequest, { change, undoable, hasBegun: false }, before, row)
  // Of two simultaneous clicks, the second finds the row consumed and may find the address changed.
  const user = await findUser(store, change.userId)
  if (user !== null && hasAddress(user, change.to)) return undefined
  throw changeVoid(isLive(context, change) ? 'unknown' : 'expired')
}
