import type { AccountRequest, UserMethods } from '../config/engine-types.ts'
import { lockUser } from '../accounts/lock-user.ts'
import type { StoredUser } from '../accounts/identity.ts'
import type { AccountEvent } from '../accounts/account-events.ts'
import { findUser } from '../store/rows.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { readUserMethods } from './user-methods.ts'
import { requireAdapter } from './account-request.ts'

/** How one sign-in method is removed, and how the removal is undone. */
interface MethodRemoval {
  /** Returns the events of what was removed; none if it was removed already. */
  readonly remove: (adapter: BoundAdapter, user: StoredUser, methods: UserMethods) => Promise<readonly AccountEvent[]>
  readonly putBack: (adapter: BoundAdapter) => Promise<void>
}

/** The user who lost a sign-in method, and the events of the removal. */
interface RemovedMethod {
  readonly user: StoredUser
  readonly events: readonly AccountEvent[]
}

const lastMethodError = (): AccessDenied => new AccessDenied('The last way to sign in cannot be removed')

const checkAndRemove = async (
  { context, currentUser }: AccountRequest,
  adapter: BoundAdapter,
  removal: MethodRemoval,
  isTransaction: boolean,
): Promise<RemovedMethod | undefined> => {
  // The lock keeps the count true until the transaction ends.
  const user = await (isTransaction ? lockUser : findUser)(adapter, currentUser.userId)
  if (user === null) return undefined
  const methods = await readUserMethods(context, adapter, currentUser.userId)
  if (!methods.canRemove) throw lastMethodError()
  return { user, events: await removal.remove(adapter, user, methods) }
}

/**
 * Remove a sign-in method. Throws `AccessDenied` if it is the last one; returns `undefined` if there is nothing to remove. With
 * transactions, simultaneous removals wait for each other. Without them, two removals could each see the method of the other.
 * So each counts again after the removal: at least the later one finds no method left, and puts its own back.
 */
export const removeMethod = async (
  accountRequest: AccountRequest,
  removal: MethodRemoval,
): Promise<RemovedMethod | undefined> => {
  const { context, currentUser } = accountRequest
  const adapter = requireAdapter(context)
  const isTransaction = adapter.transaction !== undefined
  const work = (within: BoundAdapter) => checkAndRemove(accountRequest, within, removal, isTransaction)
  const removed = await (adapter.transaction?.(work) ?? work(adapter))
  if (removed === undefined || removed.events.length === 0) return undefined
  if (!isTransaction && (await readUserMethods(context, adapter, currentUser.userId)).count === 0) {
    await removal.putBack(adapter)
    throw lastMethodError()
  }
  return removed
}
