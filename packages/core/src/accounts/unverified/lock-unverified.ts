import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../../store/rows.ts'
import { type StoredUser, refusalError, type Identity } from '../decide-account.ts'

/** The user. Writing an unchanged column locks the row until the transaction ends. */
export const lockUser = async (adapter: BoundAdapter, userId: string): Promise<StoredUser | null> => {
  const user = await findUser(adapter, userId)
  if (user === null) return null
  await adapter.updateUser?.({ id: user.id, name: user.name ?? null })
  return findUser(adapter, userId)
}

/** Whether verifying the address would remove what is attached to this user (`verify-email.ts`). */
const wouldBeRemoved = (adapter: BoundAdapter, user: StoredUser): boolean =>
  !isEmailVerified(user) &&
  adapter.deleteSessions !== undefined &&
  adapter.listAccounts !== undefined &&
  adapter.unlinkAccount !== undefined

const isSuperseded = (user: StoredUser | null): boolean => user === null || isEmailVerified(user)

/**
 * In a transaction: lock the row of a user with an unverified address until the sign-in is written. If the address is verified
 * at the same time, that transaction runs before or after this one, and removes what it finds.
 */
export const lockUnverified = async (adapter: BoundAdapter, identity: Identity, user: StoredUser): Promise<void> => {
  if (!wouldBeRemoved(adapter, user)) return
  if (isSuperseded(await lockUser(adapter, user.id))) throw refusalError(identity, 'address-of-another-user')
}

/** Remove an account that was just added, as far as the adapter can. */
export const undoLink = async (adapter: BoundAdapter, { account, authenticator }: Identity): Promise<void> => {
  const { provider, providerAccountId } = account
  await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
  const id = authenticator?.credentialID
  if (id !== undefined) await Promise.resolve(adapter.deleteAuthenticator?.(id)).catch(() => undefined)
}

/**
 * Without transactions, after all is written: if the address was verified meanwhile, remove the session and the account again.
 * The verification writes first and looks for additions afterwards, so one of the two always sees the other.
 */
export const checkStillUnverified = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  sessionToken: string | undefined,
): Promise<void> => {
  if (!wouldBeRemoved(adapter, user) || !isSuperseded(await findUser(adapter, user.id))) return
  await undoLink(adapter, identity)
  if (sessionToken !== undefined) await adapter.deleteSession?.(sessionToken)
  throw refusalError(identity, 'address-of-another-user')
}
