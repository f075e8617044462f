import type { AccountRequest, UserMethods } from '../config/engine-types.ts'
import { lockUser } from '../accounts/lock-user.ts'
import type { StoredUser } from '../accounts/identity.ts'
import type { AccountEvent } from '../accounts/account-events.ts'
import { findUser } from '../store/rows.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { readUserMethods } from './user-methods.ts'
import { requireAdapter } from './account-request.ts'

/** How one way in goes, and how it comes back. */
export interface MethodRemoval {
  /** What was removed; nothing where it is gone already. */
  readonly remove: (adapter: BoundAdapter, user: StoredUser, ways: UserMethods) => Promise<readonly AccountEvent[]>
  readonly putBack: (adapter: BoundAdapter) => Promise<void>
}

/** What was removed, and of whom. */
export interface RemovedMethod {
  readonly user: StoredUser
  readonly news: readonly AccountEvent[]
}

const lastOne = (): AccessDenied => new AccessDenied('The last way to sign in cannot be removed')

/**
 * Two removals at once, each of which saw the other's way in still there, would leave none. Without a transaction nothing keeps
 * them apart, so each looks again: at least the later one sees that it took the last and puts it back.
 */
const putBackLast = async (
  { context, currentUser }: AccountRequest,
  adapter: BoundAdapter,
  { putBack }: MethodRemoval,
): Promise<void> => {
  const { count } = await readUserMethods(context, adapter, currentUser.userId)
  if (count > 0) return
  await putBack(adapter)
  throw lastOne()
}

const work = async (
  { context, currentUser }: AccountRequest,
  adapter: BoundAdapter,
  removal: MethodRemoval,
  isTransaction: boolean,
): Promise<RemovedMethod | undefined> => {
  // Kept from everybody else until the end, so that what is counted stays true.
  const user = await (isTransaction ? lockUser : findUser)(adapter, currentUser.userId)
  if (user === null) return undefined
  const ways = await readUserMethods(context, adapter, currentUser.userId)
  if (!ways.canRemove) throw lastOne()
  return { user, news: await removal.remove(adapter, user, ways) }
}

/**
 * Take a way in away, unless it is the last one: then it throws `AccessDenied`. Where the adapter has transactions, two
 * removals at once wait for each other. `undefined` when there is nothing to take away.
 */
export const removeMethod = async (
  accountRequest: AccountRequest,
  removal: MethodRemoval,
): Promise<RemovedMethod | undefined> => {
  const adapter = requireAdapter(accountRequest.context)
  const removed =
    adapter.transaction === undefined
      ? await work(accountRequest, adapter, removal, false)
      : await adapter.transaction((within) => work(accountRequest, within, removal, true))
  if (removed === undefined || removed.news.length === 0) return undefined
  if (adapter.transaction === undefined) await putBackLast(accountRequest, adapter, removal)
  return removed
}
