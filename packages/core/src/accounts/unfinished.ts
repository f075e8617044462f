import { DAY } from '../base/time.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import type { Identity, KnownUser } from './identity.ts'
import { findBirth } from './user-id.ts'

/** Milliseconds after which an interrupted sign-in is not gone on with. */
const LONGEST = DAY * 1000

const toSecond = (instant: unknown): number => Math.floor(new Date(instant as Date).getTime() / 1000)

/** Whether nobody has proven the address since: it stands as it was written, which not every database does to the millisecond. */
const isAsBorn = ({ emailVerified }: KnownUser, born: number): boolean =>
  emailVerified === null || emailVerified === undefined || toSecond(emailVerified) === Math.floor(born / 1000)

const hasNothing = async (adapter: BoundAdapter, userId: string): Promise<boolean> =>
  ((await adapter.listAccounts?.(userId)) ?? []).length === 0 &&
  ((await adapter.listSessions?.(userId)) ?? []).length === 0

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
  return isAsBorn(user, born) && hasNothing(adapter, user.id)
}
