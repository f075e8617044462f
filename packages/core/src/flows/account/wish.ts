import type { BoundAdapter } from '../../config/adapter.ts'
import type { Site } from '../../config/site.ts'
import { AccessDenied, MissingAdapter } from '../../errors/classes.ts'
import { findUser } from '../../accounts/facts.ts'
import type { Holder } from '../../sessions/types.ts'
import { isRecent } from '../../transactions/recent.ts'
import type { RequestInternal } from '../../web/request.ts'
import { readWaysIn } from './ways-in.ts'

/** What a form of the account page asks for, and who asks. */
export interface Wish {
  readonly site: Site
  readonly request: RequestInternal
  readonly holder: Holder
}

/**
 * What became of it. Somebody else's object is as absent as one that is not there; `again` asks for a fresh sign-in.
 */
export type Outcome = 'unlinked' | 'passkey-renamed' | 'passkey-deleted' | 'absent' | 'again'

/** Whether who asks has just signed in. */
export const isFresh = ({ site, request, holder }: Wish): Promise<boolean> =>
  isRecent(site, request.cookies, holder.userId)

/** The adapter of a site that has one. */
export const adapterOf = ({ config }: Site): BoundAdapter => {
  if (config.adapter === undefined) throw new MissingAdapter('Without a database there is no account to change')
  return config.adapter
}

/**
 * Take a way in away, unless it is the last one: then it throws `AccessDenied`. Where the adapter has transactions, two
 * removals at once wait for each other.
 */
export const removeWayIn = async (
  { site, holder }: Wish,
  remove: (adapter: BoundAdapter) => Promise<Outcome>,
): Promise<Outcome> => {
  const work = async (adapter: BoundAdapter): Promise<Outcome> => {
    const user = await findUser(adapter, holder.userId)
    // Writing the row as it is keeps everybody else from it until the end, so that what is counted stays true.
    if (user !== null) await adapter.updateUser?.({ id: user.id, name: user.name ?? null })
    const { canRemove } = await readWaysIn(site, adapter, holder.userId)
    if (!canRemove) throw new AccessDenied('The last way to sign in cannot be removed')
    return remove(adapter)
  }
  const adapter = adapterOf(site)
  return adapter.transaction === undefined ? work(adapter) : adapter.transaction(work)
}
