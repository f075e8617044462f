import type { DueDeletions } from '../types/auth-instance.ts'
import { readCookies } from '../web/cookies.ts'
import { claimDeletion, deleteUser, findDeletion, type ScheduledDeletion } from '../accounts/delete-user.ts'
import { DAY } from '../base/time.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { AccessDenied, InvalidConfig } from '../errors/error-classes.ts'
import { announce, type NotificationRequest } from '../notifications/announce.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, readRows, readUser } from '../store/rows.ts'
import { requireAdapter } from './account-request.ts'

const BATCH_SIZE = 100

/** There is no request: the e-mail is in the first language, and names no browser. */
const notificationRequest = ({ config }: AuthContext): NotificationRequest | undefined => {
  const { origin, basePath } = config
  if (origin === undefined) return undefined
  const base = `${origin}${basePath}`
  return { origin, base, url: new URL(base), headers: new Headers(), cookies: readCookies(null) }
}

const askDeleteUser = async ({ config }: AuthContext, { user }: ScheduledDeletion): Promise<void> => {
  const allowed = await config.callbacks.deleteUser?.({ user })
  // There is no browser to redirect.
  if (typeof allowed === 'string' || !allowed) throw new AccessDenied('The deleteUser callback refused')
}

/** Delete a user. `undefined`: the user was kept, or another run has deleted or is deleting the user. */
const deleteDueUser = async (context: AuthContext, adapter: BoundAdapter, deletion: ScheduledDeletion) => {
  const { user, deleteAt } = deletion
  const { logger } = context.config
  if (!(await claimDeletion(context, deletion))) return undefined
  try {
    const now = findDeletion(context, await findUser(adapter, user.id))
    if (now?.deleteAt.getTime() !== deleteAt.getTime()) return undefined
    await askDeleteUser(context, now)
    const events = await deleteUser(adapter, user)
    // The application has deleted the row itself in the meantime.
    if (events.length === 0) return undefined
    await announce(notificationRequest(context), context, events, { user, change: { kind: 'accountDeleted' } })
    return true
  } catch (error) {
    logger.error(new AuthError('A user whose deletion is due was not deleted', { userId: user.id, ...causeOf(error) }))
    // Users who cannot be deleted must not keep a run from those after them.
    const later = new Date(context.runtime.now() + DAY * 1000)
    await Promise.resolve(adapter.scheduleUserDeletion?.(user.id, later)).catch((thrown: Error) => logger.error(thrown))
    return false
  }
}

/** Delete the users whose deletion is due, in batches. A failure is logged, and the run goes on with the next user. */
export const deleteDueUsers = async (context: AuthContext): Promise<DueDeletions> => {
  const { account, callbacks, logger, origin } = context.config
  const adapter = requireAdapter(context)
  if (account.deletionDelay === 0 || callbacks.deleteUser === undefined)
    throw new InvalidConfig('deleteDueUsers needs account.deletionDelay and callbacks.deleteUser', {
      fix: 'Set account: { deletionDelay: 30 * 86_400 } and callbacks.deleteUser in the config',
    })
  if (account.notifications && origin === undefined)
    logger.warn('deletion-not-announced', 'deleteDueUsers sends no e-mails: set `origin`, or AUTH_URL')
  const before = new Date(context.runtime.now())
  let [deleted, failed] = [0, 0]
  for (;;) {
    const rows = readRows((await adapter.listUsersToDelete?.(before, BATCH_SIZE)) ?? [], 'listUsersToDelete')
    const handled = deleted + failed
    for (const row of rows) {
      const deletion = findDeletion(context, readUser(row, 'listUsersToDelete'))
      const isDeleted = deletion === undefined ? undefined : await deleteDueUser(context, adapter, deletion)
      if (isDeleted === true) deleted += 1
      if (isDeleted === false) failed += 1
    }
    // Users whom another run is deleting stay in the list until they are deleted.
    if (rows.length < BATCH_SIZE || deleted + failed === handled) return { deleted, failed }
  }
}
