import { findLocked } from '../../accounts/lock.ts'
import type { KnownUser } from '../../accounts/identity.ts'
import type { News } from '../../accounts/news.ts'
import { findUser } from '../../config/rows.ts'
import type { BoundAdapter } from '../../config/adapter.ts'
import { AccessDenied } from '../../errors/classes.ts'
import { readWaysIn } from './ways-in.ts'
import type { WaysIn } from './ways-in.ts'
import { adapterOf } from './wish.ts'
import type { Wish } from './wish.ts'

/** How one way in goes, and how it comes back. */
export interface Removal {
  /** What was removed; nothing where it is gone already. */
  readonly remove: (adapter: BoundAdapter, user: KnownUser, ways: WaysIn) => Promise<readonly News[]>
  readonly putBack: (adapter: BoundAdapter) => Promise<void>
}

/** What was removed, and of whom. */
export interface Removed {
  readonly user: KnownUser
  readonly news: readonly News[]
}

const lastOne = (): AccessDenied => new AccessDenied('The last way to sign in cannot be removed')

/**
 * Two removals at once, each of which saw the other's way in still there, would leave none. Without a transaction nothing keeps
 * them apart, so each looks again: at least the later one sees that it took the last and puts it back.
 */
const putBackLast = async ({ site, holder }: Wish, adapter: BoundAdapter, { putBack }: Removal): Promise<void> => {
  const { count } = await readWaysIn(site, adapter, holder.userId)
  if (count > 0) return
  await putBack(adapter)
  throw lastOne()
}

const work = async (
  { site, holder }: Wish,
  adapter: BoundAdapter,
  removal: Removal,
  isTransaction: boolean,
): Promise<Removed | undefined> => {
  // Kept from everybody else until the end, so that what is counted stays true.
  const user = await (isTransaction ? findLocked : findUser)(adapter, holder.userId)
  if (user === null) return undefined
  const ways = await readWaysIn(site, adapter, holder.userId)
  if (!ways.canRemove) throw lastOne()
  return { user, news: await removal.remove(adapter, user, ways) }
}

/**
 * Take a way in away, unless it is the last one: then it throws `AccessDenied`. Where the adapter has transactions, two
 * removals at once wait for each other. `undefined` when there is nothing to take away.
 */
export const removeWayIn = async (wish: Wish, removal: Removal): Promise<Removed | undefined> => {
  const adapter = adapterOf(wish.site)
  const removed =
    adapter.transaction === undefined
      ? await work(wish, adapter, removal, false)
      : await adapter.transaction((within) => work(wish, within, removal, true))
  if (removed === undefined || removed.news.length === 0) return undefined
  if (adapter.transaction === undefined) await putBackLast(wish, adapter, removal)
  return removed
}
