import { MINUTE, toSeconds } from '../base/time.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { isFirstUse } from '../limits/limits.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, lockUser, readDate } from '../store/rows.ts'
import type { StoredUser } from './decide-account.ts'
import { requireMethod } from './link-account.ts'

/** A deletion that a user requested, and that is still to be done or canceled. */
export interface ScheduledDeletion {
  readonly user: StoredUser
  readonly deleteAt: Date
}

/** The deletion of this user, or `undefined` if none is scheduled or the application delays no deletions. */
export const findDeletion = (
  { config }: AuthContext,
  user: StoredUser | null | undefined,
): ScheduledDeletion | undefined => {
  if (user === null || user === undefined || config.account.deletionDelay === 0) return undefined
  const deleteAt = readDate(user.deleteAt)
  return deleteAt === undefined ? undefined : { user, deleteAt }
}

/** Schedule the deletion of a user, or return the one that is scheduled already. `undefined`: the user is gone. */
export const scheduleDeletion = async (
  adapter: BoundAdapter,
  userId: string,
  deleteAt: Date,
): Promise<(ScheduledDeletion & { readonly isNew: boolean }) | undefined> => {
  const work = async (within: BoundAdapter) => {
    // With the lock, only one of two simultaneous requests is the first.
    const user = await (adapter.transaction === undefined ? findUser : lockUser)(within, userId)
    if (user === null) return undefined
    const before = readDate(user.deleteAt)
    if (before !== undefined) return { user, deleteAt: before, isNew: false }
    await requireMethod(within, 'scheduleUserDeletion')(userId, deleteAt)
    return { user, deleteAt, isNew: true }
  }
  return adapter.transaction?.(work) ?? work(adapter)
}

/** Seconds until another run tries a deletion again whose process stopped in between. */
const CLAIM = 15 * MINUTE

/** Text that names one deletion: a later one of the same user has another date. */
export const deletionId = ({ user, deleteAt }: ScheduledDeletion): string =>
  JSON.stringify([user.id, deleteAt.getTime()])

/** Claim a deletion, either to do or to cancel it. Of all processes and requests, one gets the claim. */
export const claimDeletion = async (context: AuthContext, deletion: ScheduledDeletion): Promise<boolean> =>
  (await isFirstUse(context, 'deletion', deletionId(deletion), toSeconds(context.runtime.now()) + CLAIM)) === true

/** Cancel a deletion, and return whether the user is kept: a run may be deleting the user at this moment. */
export const cancelDeletion = async (
  context: AuthContext,
  adapter: BoundAdapter,
  deletion: ScheduledDeletion,
): Promise<boolean> => {
  if (!(await claimDeletion(context, deletion))) return false
  const { user } = deletion
  await requireMethod(adapter, 'scheduleUserDeletion')(user.id, null)
  await context.config.emit('cancelUserDeletion', { user })
  return true
}
