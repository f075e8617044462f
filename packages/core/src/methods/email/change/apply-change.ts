import { findEmailUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { AccountNotLinked, AdapterError, Verification } from '../../../errors/error-classes.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { findUser, isEmailVerified, lockUser, readUser } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import { isTokenStore } from '../mail-token.ts'
import { consumeChange, isLive, isVoided, type ChangeRequest, type EmailChange } from './change-token.ts'
import { beginSeries, prepareUndo, type AddressUndo } from './undo-token.ts'

/** Whether the user already has the address, verified. Then a second click is not an error. */
export const hasAddress = (user: StoredUser, address: string): boolean =>
  user.email === address && isEmailVerified(user)

export const checkFree = async (adapter: BoundAdapter, userId: string, address: string): Promise<void> => {
  const found = readUser((await adapter.getUserByEmail?.(address)) ?? null, 'getUserByEmail')
  // A key-value store may still find a user by an earlier address. That user may have it again.
  if (found === null || found.id === userId) return
  if ((await findEmailUser(adapter, address)) !== null)
    throw new AccountNotLinked('The address belongs to another user')
}

export const changeVoid = (reason: string): Verification =>
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
  changeRequest: ChangeRequest,
  adapter: BoundAdapter,
  change: EmailChange,
): Promise<StoredUser> => {
  const { store } = changeRequest
  const { userId, from, wasUnverified = false, to } = change
  if (await isVoided(changeRequest, change)) throw changeVoid('changed-meanwhile')
  const user = await (store.transaction === undefined ? findUser : lockUser)(adapter, userId)
  if (user === null || (user.email ?? null) !== from) throw changeVoid('changed-meanwhile')
  // Verifying an address removes what was attached to it before the verification. A requested change is attached, too.
  if (wasUnverified && isEmailVerified(user)) throw changeVoid('verified-meanwhile')
  await checkFree(adapter, userId, to)
  return user
}

const write = async (
  { context, store }: ChangeRequest,
  adapter: BoundAdapter,
  user: StoredUser,
  change: EmailChange,
): Promise<StoredUser> => {
  const { userId: id, from, wasUnverified = false, to } = change
  if (wasUnverified && from !== null && store.transaction === undefined) await writeUnverified(adapter, change, from)
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
  { userId, to }: EmailChange,
  row: VerificationToken,
  error: AdapterError,
): Promise<StoredUser> => {
  const restored = Promise.resolve(store.createVerificationToken(row)).catch(() => null)
  try {
    const user = await findUser(store, userId)
    if (user !== null && hasAddress(user, to)) return user
    await checkFree(store, userId, to)
    throw error
  } finally {
    await restored
  }
}

/** A change that this request made: the user before and after, and how to undo it. */
export interface AppliedChange {
  readonly before: StoredUser
  readonly user: StoredUser
  readonly undo: AddressUndo | undefined
}

const writeConsumed = async (
  changeRequest: ChangeRequest,
  change: EmailChange,
  before: StoredUser,
  row: VerificationToken,
): Promise<AppliedChange> => {
  const { context, store } = changeRequest
  const prepared: { undo: AddressUndo | undefined } = { undo: undefined }
  const work = async (adapter: BoundAdapter): Promise<StoredUser> => {
    const user = await findUnchanged(changeRequest, adapter, change)
    const tokens = isTokenStore(adapter) ? adapter : store
    prepared.undo = await prepareUndo(context, tokens, user, change)
    const written = await write(changeRequest, adapter, user, change)
    if (prepared.undo !== undefined) await beginSeries(context, tokens, prepared.undo)
    return written
  }
  try {
    const user = await (store.transaction?.(work) ?? work(store))
    return { before, user, undo: prepared.undo }
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    const user = await resolveFailedWrite(changeRequest, change, row, error)
    return { before, user, undo: prepared.undo }
  }
}

/**
 * Give a user the verified address. `undefined` if the user had it already. Throws `Verification` when the change was consumed,
 * expired or is void, and `AccountNotLinked` when the address has become the one of another user. After a failure of the
 * database the same mail works again.
 */
export const applyChange = async (
  changeRequest: ChangeRequest,
  change: EmailChange,
): Promise<AppliedChange | undefined> => {
  const { context, store } = changeRequest
  const before = await findUser(store, change.userId)
  if (before !== null && hasAddress(before, change.to)) return undefined
  const row = isLive(context, change) ? await consumeChange(changeRequest, change) : undefined
  if (row !== undefined && before !== null) return writeConsumed(changeRequest, change, before, row)
  // Of two simultaneous clicks, the second finds the row consumed and may find the address changed.
  const user = await findUser(store, change.userId)
  if (user !== null && hasAddress(user, change.to)) return undefined
  throw changeVoid(isLive(context, change) ? 'unknown' : 'expired')
}
