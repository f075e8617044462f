import { MINUTE, readDate, toSeconds } from '../base/time.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { isFirstUse } from '../limits/limits.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { inTransaction, requireMethod } from '../store/rows.ts'
import { accountUnlinked, type AccountEvent } from './account-events.ts'
import type { StoredUser } from './decide-account.ts'
import { findAccounts, findPasskeys } from './find-users.ts'

/** Delete the user, whose accounts, passkeys and sessions the adapter deletes too. The events of what was there. */
export const deleteUser = (adapter: BoundAdapter, user: StoredUser): Promise<readonly AccountEvent[]> =>
  inTransaction(adapter, async (within, find) => {
    // With the lock, nothing is linked between the reading and the deletion.
    const found = await find(within, user.id)
    if (found === null) return []
    const accounts = await findAccounts(within, user.id)
    const passkeys = await findPasskeys(within, user.id)
    await requireMethod(within, 'deleteUser')(user.id)
    return [
      ...accounts.map((account) => accountUnlinked(found, account)),
      ...passkeys.map((authenticator) => ({ name: 'deleteAuthenticator', user: found, authenticator }) as const),
      { name: 'deleteUser', user: found },
    ]
  })

/** A deletion that a user requested, and that is still to be done or canceled. */
export interface ScheduledDeletion {
  readonly user: StoredUser
  readonly deleteAt: Date
}

/** The deletion of this user, or `undefined` if none is scheduled or the application delays no deletions. */
export const findDeletion = ({ config }: AuthContext, user: StoredUser | null | undefined) => {
  if (user === null || user === undefined || config.account.deletionDelay === 0) return undefined
  const deleteAt = readDate(user.deleteAt)
  return deleteAt === undefined ? undefined : { user, deleteAt }
}

/** Schedule the deletion of a user, or return the one that is scheduled already. `undefined`: the user is gone. */
export const scheduleDeletion = (adapter: BoundAdapter, userId: string, deleteAt: Date) =>
  inTransaction(adapter, async (within, find) => {
    // With the lock, only one of two simultaneous requests is the first.
    const user = await find(within, userId)
    if (user === null) return undefined
    const before = readDate(user.deleteAt)
    if (before !== undefined) return { user, deleteAt: before, isNew: false }
    await requireMethod(within, 'scheduleUserDeletion')(userId, deleteAt)
    return { user, deleteAt, isNew: true }
  })

/** Seconds until another run tries a deletion again whose process stopped in between. */
const CLAIM = 15 * MINUTE

/** Text that names one deletion: a later one of the same user has another date. */
export const deletionId = ({ user, deleteAt }: ScheduledDeletion): string =>
  JSON.stringify([user.id, deleteAt.getTime()])

/** Claim a deletion, either to do or to cancel it. Of all processes and requests, one gets the claim. */
export const claimDeletion = async (context: AuthContext, deletion: ScheduledDeletion): Promise<boolean> =>
  (await isFirstUse(context, 'deletion', deletionId(deletion), toSeconds(context.runtime.now()) + CLAIM)) === true

/** Cancel a deletion, and return whether the user is kept: a run may be deleting the user at this moment. */
export const cancelDeletion = async (context: AuthContext, adapter: BoundAdapter, deletion: ScheduledDeletion) => {
  if (!(await claimDeletion(context, deletion))) return false
  const { user } = deletion
  await requireMethod(adapter, 'scheduleUserDeletion')(user.id, null)
  await context.config.emit('cancelUserDeletion', { user })
  return true
}
