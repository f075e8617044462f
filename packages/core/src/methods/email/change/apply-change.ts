import { findOtherUser, isSameAddress } from '../../../accounts/find-users.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { freeAddress, holdsAddress } from '../../../accounts/unverified.ts'
import { AccountNotLinked, AdapterError, Verification } from '../../../errors/error-classes.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { AdapterTimeout } from '../../../store/call-adapter.ts'
import { findUser, inTransaction, isEmailVerified } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import { isTokenStore } from '../mail-token.ts'
import { changeLink, consumeChange, verifiedAtOf, type ChangeRequest, type EmailChange } from './change-token.ts'
import { announceChange, checkWindow, openWindow, addressUndoLink, undoOf, type AppliedChange } from './undo-window.ts'

/** Whether the user already has the address, verified. Then a second click is not an error. */
export const hasAddress = (user: StoredUser | null, address: string): boolean =>
  user !== null && isSameAddress(user.email, address) && isEmailVerified(user)

/** Throws `AccountNotLinked` if another user has verified the address, before `verifiedSince`. */
export const checkFree = async (adapter: BoundAdapter, userId: string, address: string, verifiedSince = Infinity) => {
  const other = await findOtherUser(adapter, userId, address)
  if (other !== null && holdsAddress(other, verifiedSince))
    throw new AccountNotLinked('The address belongs to another user')
}

const changeVoid = (reason: string): Verification =>
  new Verification('The requested change of the address is no longer valid', { reason })

/**
 * Without transactions: write the address as unverified, then check that the previous one is still unverified. A user
 * who verifies that one writes before looking for the address, so one of the two requests sees the other.
 */
const writeUnverified = async (adapter: BoundAdapter, { userId: id, to }: EmailChange, from: string): Promise<void> => {
  await adapter.updateUser?.({ id, email: to })
  const user = await findUser(adapter, id)
  if (user === null || !isEmailVerified(user)) return
  await adapter.updateUser?.({ id, email: from })
  throw changeVoid('verified-meanwhile')
}

/** Check and write a change. `progress` gets it when its write begins: after that, a failure may have written it. */
const write = async (
  changeRequest: ChangeRequest,
  adapter: BoundAdapter,
  find: typeof findUser,
  change: EmailChange,
  progress: { begun?: AppliedChange },
): Promise<AppliedChange> => {
  const { context, store } = changeRequest
  const { userId: id, from, verifiedAt, to } = change
  const isTransaction = store.transaction !== undefined
  const before = await find(adapter, id)
  if (before === null || !isSameAddress(before.email ?? '', from ?? '')) throw changeVoid('changed-meanwhile')
  // Verifying an address removes what was attached to it before. A requested change is attached, too.
  if (verifiedAtOf(before) !== verifiedAt) throw changeVoid('verified-meanwhile')
  const tokens = isTokenStore(adapter) ? adapter : store
  await checkWindow(context, tokens, before)
  const freed = await freeAddress(adapter, id, to, isTransaction)
  const undo = undoOf(context, change, before)
  if (undo !== undefined) await openWindow(context, tokens, undo)
  const undoUrl = undo && (await addressUndoLink.url(changeRequest, undo))
  progress.begun = { before, undoUrl, events: [] }
  if (verifiedAt === null && from !== null && !isTransaction) await writeUnverified(adapter, change, from)
  const verified = { id, email: to, emailVerified: new Date(context.runtime.now()) }
  const user = { ...before, ...(await adapter.updateUser?.(verified)), ...verified }
  return { before, undoUrl, events: [...freed, { name: 'updateUser', user }] }
}

/** Find out whether a write that failed was made. If that stays uncertain, the previous address gets the undo link. */
const resolveFailedWrite = async (
  changeRequest: ChangeRequest,
  { userId, to }: EmailChange,
  begun: AppliedChange,
  error: AdapterError,
): Promise<AppliedChange> => {
  const { store } = changeRequest
  const user = await findUser(store, userId).catch(() => undefined)
  if (user !== undefined && user !== null && hasAddress(user, to))
    return { ...begun, events: [{ name: 'updateUser', user }] }
  const isCertain = user !== undefined && !(error instanceof AdapterTimeout)
  if (isCertain) await checkFree(store, userId, to)
  else if (begun.undoUrl !== undefined) await announceChange(changeRequest, begun)
  throw error
}

const writeConsumed = async (changeRequest: ChangeRequest, change: EmailChange, row: VerificationToken) => {
  const { store } = changeRequest
  const progress: { begun?: AppliedChange } = {}
  try {
    return await inTransaction(store, (adapter, find) => write(changeRequest, adapter, find, change, progress))
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    // So that the mail works again. At the same time, because the user has waited for one timeout already.
    const restored = Promise.resolve(store.createVerificationToken(row)).catch(() => null)
    try {
      if (progress.begun === undefined) throw error
      return await resolveFailedWrite(changeRequest, change, progress.begun, error)
    } finally {
      await restored
    }
  }
}

/** Give a user the verified address; `undefined` if it has it already. If the database fails, the mail works again. */
export const applyChange = async (changeRequest: ChangeRequest, change: EmailChange) => {
  const { context, store } = changeRequest
  const isApplied = async () => hasAddress(await findUser(store, change.userId), change.to)
  if (await isApplied()) return undefined
  const isLive = changeLink.isLive(context, change)
  const row = isLive ? await consumeChange(changeRequest, change) : undefined
  if (row !== undefined) return writeConsumed(changeRequest, change, row)
  // Of two simultaneous clicks, the second finds the row consumed and may find the address changed.
  if (await isApplied()) return undefined
  throw changeVoid(isLive ? 'unknown' : 'expired')
}
