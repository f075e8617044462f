import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../../store/rows.ts'
import type { Identity, StoredUser } from '../identity.ts'
import { lockUser } from '../lock-user.ts'
import { refusalError } from '../refusal.ts'

/** Whether the owner of an address, when they come, removes what somebody has who only claimed it (`unproven.ts`). */
const isRemoved = (adapter: BoundAdapter, user: StoredUser): boolean =>
  !isEmailVerified(user) &&
  adapter.deleteSessions !== undefined &&
  adapter.listAccounts !== undefined &&
  adapter.unlinkAccount !== undefined

/** Whether its owner has come. */
const isTaken = (user: StoredUser | null): boolean => user === null || isEmailVerified(user)

/**
 * Within a transaction: whoever comes in as a user whose address nobody has proven holds that user's row until all is written. Its
 * owner, who may come at this very moment, writes the proof before or after, and removes what is there then.
 */
export const lockUnverified = async (adapter: BoundAdapter, identity: Identity, user: StoredUser): Promise<void> => {
  if (!isRemoved(adapter, user)) return
  if (isTaken(await lockUser(adapter, user.id))) throw refusalError(identity, 'address-of-another-user')
}

/** Take back what somebody added, as far as that is possible. */
export const undoLink = async (adapter: BoundAdapter, { account, authenticator }: Identity): Promise<void> => {
  const { provider, providerAccountId } = account
  await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
  const id = authenticator?.credentialID
  if (id !== undefined) await Promise.resolve(adapter.deleteAuthenticator?.(id)).catch(() => undefined)
}

/**
 * Without transactions, when all is written: the owner writes the proof first and looks for additions afterwards, so one of the
 * two sees the other. Whoever is late has their session and account taken back.
 */
export const checkStillUnverified = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  sessionToken: string | undefined,
): Promise<void> => {
  if (!isRemoved(adapter, user) || !isTaken(await findUser(adapter, user.id))) return
  await undoLink(adapter, identity)
  if (sessionToken !== undefined) await adapter.deleteSession?.(sessionToken)
  throw refusalError(identity, 'address-of-another-user')
}
