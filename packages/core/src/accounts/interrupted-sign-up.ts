import { DAY } from '../base/time.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isEmailVerified, readRows } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { Identity, StoredUser } from './identity.ts'
import { findCreationTime } from './user-id.ts'

/** Milliseconds after which an interrupted sign-in is not gone on with. */
const LONGEST = DAY * 1000

/** Whether an instant was written as another: not every database keeps milliseconds, and some round up. */
const isWrittenAs = (instant: number, createdAt: number): boolean =>
  instant === createdAt || (instant % 1000 === 0 && Math.abs(instant - createdAt) < 1000)

/** Whether nobody has proven the address since, but the provider at that time. */
const isAsBorn = (user: StoredUser, { emailVerified }: Identity, createdAt: number): boolean =>
  !isEmailVerified(user) ||
  (emailVerified === true && isWrittenAs(new Date(user.emailVerified ?? 0).getTime(), createdAt))

const hasNothing = async (adapter: BoundAdapter, userId: string): Promise<boolean> =>
  readRows((await adapter.listAccounts?.(userId)) ?? [], 'listAccounts').length === 0 &&
  readRows((await adapter.listSessions?.(userId)) ?? [], 'listSessions').length === 0

/**
 * Whether a user is what an interrupted first sign-in of this very account left behind. The id says which account the row was
 * made for; nothing else does, least of all an equal address, which anybody can claim somewhere. And nothing may have happened
 * to the row since, or the account may have been taken away from it on purpose.
 */
export const isInterruptedSignUp = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser | null,
): Promise<boolean> => {
  if (user === null || identity.method !== 'oauth') return false
  const createdAt = await findCreationTime(context, identity, user.id)
  if (createdAt === undefined || context.runtime.now() - createdAt > LONGEST) return false
  return isAsBorn(user, identity, createdAt) && hasNothing(adapter, user.id)
}
