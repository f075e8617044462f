import { DAY } from '../base/time.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import { isProven, readRows } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import type { Identity, KnownUser } from './identity.ts'
import { findBirth } from './user-id.ts'

/** Milliseconds after which an interrupted sign-in is not gone on with. */
const LONGEST = DAY * 1000

/** Whether an instant was written as another: not every database keeps milliseconds, and some round up. */
const isWrittenAs = (instant: number, born: number): boolean =>
  instant === born || (instant % 1000 === 0 && Math.abs(instant - born) < 1000)

/** Whether nobody has proven the address since, but the provider at that time. */
const isAsBorn = (user: KnownUser, { emailVerified }: Identity, born: number): boolean =>
  !isProven(user) || (emailVerified === true && isWrittenAs(new Date(user.emailVerified ?? 0).getTime(), born))

const hasNothing = async (adapter: BoundAdapter, userId: string): Promise<boolean> =>
  readRows((await adapter.listAccounts?.(userId)) ?? [], 'listAccounts').length === 0 &&
  readRows((await adapter.listSessions?.(userId)) ?? [], 'listSessions').length === 0

/**
 * Whether a user is what an interrupted first sign-in of this very account left behind. The id says which account the row was
 * made for; nothing else does, least of all an equal address, which anybody can claim somewhere. And nothing may have happened
 * to the row since, or the account may have been taken away from it on purpose.
 */
export const isUnfinished = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity,
  user: KnownUser | null,
): Promise<boolean> => {
  if (user === null || identity.method !== 'oauth') return false
  const born = await findBirth(site, identity, user.id)
  if (born === undefined || site.runtime.now() - born > LONGEST) return false
  return isAsBorn(user, identity, born) && hasNothing(adapter, user.id)
}
