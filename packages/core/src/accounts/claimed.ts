import type { BoundAdapter } from '../config/adapter.ts'
import { findUser, isProven } from '../config/rows.ts'
import type { Identity, KnownUser } from './identity.ts'
import { findLocked } from './lock.ts'
import { refused } from './refused.ts'

/** Whether the owner of an address, when they come, removes what somebody has who only claimed it (`unproven.ts`). */
const isRemoved = (adapter: BoundAdapter, user: KnownUser): boolean =>
  !isProven(user) &&
  adapter.deleteSessions !== undefined &&
  adapter.listAccounts !== undefined &&
  adapter.unlinkAccount !== undefined

/** Whether its owner has come. */
const isTaken = (user: KnownUser | null): boolean => user === null || isProven(user)

/**
 * Within a transaction: whoever comes in as a user whose address nobody has proven holds that user's row until all is written. Its
 * owner, who may come at this very moment, writes the proof before or after, and removes what is there then.
 */
export const holdClaimed = async (adapter: BoundAdapter, identity: Identity, user: KnownUser): Promise<void> => {
  if (!isRemoved(adapter, user)) return
  if (isTaken(await findLocked(adapter, user.id))) throw refused(identity, 'address-of-another-user')
}

/** Take back what somebody added, as far as that is possible. */
export const takeBack = async (adapter: BoundAdapter, { account, authenticator }: Identity): Promise<void> => {
  const { provider, providerAccountId } = account
  await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
  const id = authenticator?.credentialID
  if (id !== undefined) await Promise.resolve(adapter.deleteAuthenticator?.(id)).catch(() => undefined)
}

/**
 * Without transactions, when all is written: the owner writes the proof first and looks for additions afterwards, so one of the
 * two sees the other. Whoever is late has their session and account taken back.
 */
export const checkStillClaimed = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: KnownUser,
  sessionToken: string | undefined,
): Promise<void> => {
  if (!isRemoved(adapter, user) || !isTaken(await findUser(adapter, user.id))) return
  await takeBack(adapter, identity)
  if (sessionToken !== undefined) await adapter.deleteSession?.(sessionToken)
  throw refused(identity, 'address-of-another-user')
}
