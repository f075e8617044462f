import type { AuthContext } from '../../../config/engine-types.ts'
import { findEmailUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/identity.ts'
import { lockUser } from '../../../accounts/lock-user.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import type { BoundAdapter } from '../../../store/bind-adapter.ts'
import { AccountNotLinked, AdapterError, Verification } from '../../../errors/error-classes.ts'
import { isLive } from '../../../attempts/email-change-link.ts'
import type { EmailChange } from '../../../attempts/email-change-link.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import type { Mailer } from './mailer.ts'
import { consumeChange } from './change-token.ts'

/** Whether the user has the address already, and proven: a second click is no failure. */
export const isApplied = (user: StoredUser, { to }: EmailChange): boolean => user.email === to && isEmailVerified(user)

const checkFree = async (adapter: BoundAdapter, { to, userId }: EmailChange): Promise<void> => {
  const other = await findEmailUser(adapter, to)
  if (other !== null && other.id !== userId) throw new AccountNotLinked('The new address belongs to somebody else')
}

const gone = (reason: string): Verification => new Verification('The wish for another address is over', { reason })

/**
 * Without transactions, somebody whose address nobody has proven gets the new one first and the proof of it after a look: the
 * owner of the former one, who may come at this very moment, writes their proof first and looks for the address afterwards, so
 * one of the two sees the other.
 */
const writeBeforeLooking = async (
  adapter: BoundAdapter,
  { userId: id, to }: EmailChange,
  from: string,
): Promise<void> => {
  await adapter.updateUser?.({ id, email: to })
  const now = await findUser(adapter, id)
  if (now === null || !isEmailVerified(now)) return
  await adapter.updateUser?.({ id, email: from })
  throw gone('proven-meanwhile')
}

const write = async (
  context: AuthContext,
  adapter: BoundAdapter,
  change: EmailChange,
  locks: boolean,
): Promise<StoredUser> => {
  const { userId: id, from, wasUnverified = false, to } = change
  const user = await (locks ? lockUser : findUser)(adapter, id)
  if (user === null || (user.email ?? null) !== from) throw gone('changed-meanwhile')
  // Whoever claimed an address loses what they attached to it when its owner comes: a wish is such a thing, too.
  if (wasUnverified && isEmailVerified(user)) throw gone('proven-meanwhile')
  await checkFree(adapter, change)
  if (wasUnverified && from !== null && !locks) await writeBeforeLooking(adapter, change, from)
  const proven = { id, email: to, emailVerified: new Date(context.runtime.now()) }
  return { ...user, ...(await adapter.updateUser?.(proven)), ...proven }
}

const inTransaction = (context: AuthContext, { store }: Mailer, change: EmailChange): Promise<StoredUser> =>
  store.transaction === undefined
    ? write(context, store, change, false)
    : store.transaction((adapter) => write(context, adapter, change, true))

/**
 * What became of a write whose answer was lost, or that somebody else's was faster than. The mail is to work again, so its row is
 * put back meanwhile: whoever waits has waited for one deadline already.
 */
const settle = async (
  { store }: Mailer,
  change: EmailChange,
  row: VerificationToken,
  error: AdapterError,
): Promise<StoredUser> => {
  const back = Promise.resolve(store.createVerificationToken(row)).catch(() => null)
  try {
    const user = await findUser(store, change.userId)
    if (user !== null && isApplied(user, change)) return user
    await checkFree(store, change)
    throw error
  } finally {
    await back
  }
}

/** A changed user, and as they were before where it was this request that changed them. */
export interface Applied {
  readonly user: StoredUser
  readonly before: StoredUser | undefined
}

/**
 * Give a user the address that was proven. Throws `Verification` when the wish was used, ended or overtaken, and
 * `AccountNotLinked` when the address has become somebody else's. After a failure of the database the same mail works again.
 */
export const applyChange = async (context: AuthContext, mailer: Mailer, change: EmailChange): Promise<Applied> => {
  const { store } = mailer
  const before = await findUser(store, change.userId)
  if (before !== null && isApplied(before, change)) return { user: before, before: undefined }
  const row = isLive(context, change) ? await consumeChange(context, store, change) : undefined
  if (row === undefined || before === null) {
    // Of two clicks at once the slower one finds the row gone, and maybe the address there.
    const now = await findUser(store, change.userId)
    if (now !== null && isApplied(now, change)) return { user: now, before: undefined }
    throw gone(isLive(context, change) ? 'unknown' : 'expired')
  }
  const user = await inTransaction(context, mailer, change).catch((error: unknown) => {
    if (error instanceof AdapterError) return settle(mailer, change, row, error)
    throw error
  })
  return { user, before }
}
