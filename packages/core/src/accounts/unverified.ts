import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified, lockUser, readRows } from '../store/rows.ts'
import { emailOf, type StoredUser, refusalError, type Identity } from './decide-account.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { findMissingRemoval, signsInByMail } from '../config/unverified-email.ts'
import { defined } from '../base/json.ts'
import { AdapterError } from '../errors/error-classes.ts'
import type { Account } from '../types/index.ts'
import { accountUnlinked, type AccountEvent, type WrittenUser } from './account-events.ts'

/** Whether an address that may not be verified is stored: it is, unless another user could sign in by it and get the account. */
export const storesUnverifiedEmail = ({ config: { adapter, providers, session } }: AuthContext): boolean =>
  adapter === undefined || !signsInByMail(providers.all) || findMissingRemoval(adapter, session.strategy).length === 0

/** Whether verifying the address would remove what is attached to this user. */
const wouldBeRemoved = (adapter: BoundAdapter, user: StoredUser): boolean =>
  !isEmailVerified(user) &&
  (adapter.deleteSessions !== undefined || (adapter.listAccounts !== undefined && adapter.unlinkAccount !== undefined))

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

type AccountKey = Pick<Account, 'provider' | 'providerAccountId'>

/**
 * Remove what was attached to a user before the e-mail address was verified. An attacker may have signed up with the address of
 * the user before (pre-hijacking). Each part is removed if the adapter can. `keep` is the account of the current sign-in.
 */
export const removeUnverified = async (
  context: AuthContext,
  adapter: BoundAdapter,
  user: StoredUser,
  keep?: AccountKey,
): Promise<readonly AccountEvent[]> => {
  if (isEmailVerified(user)) return []
  const events: AccountEvent[] = []
  const providers = context.config.providers.all.filter(({ method }) => method.facts.hasPasskeys)
  const found =
    adapter.listAuthenticatorsByUserId === undefined ? [] : await adapter.listAuthenticatorsByUserId(user.id)
  for (const authenticator of readRows(found, 'listAuthenticatorsByUserId')) {
    const { credentialID, providerAccountId } = authenticator
    if (providerAccountId === keep?.providerAccountId) continue
    // Without its account a passkey cannot sign in, even if the adapter keeps it.
    for (const { id } of providers) await adapter.unlinkAccount?.({ provider: id, providerAccountId })
    await adapter.deleteAuthenticator?.(credentialID)
    events.push({ name: 'deleteAuthenticator', user, authenticator })
  }
  if (adapter.listAccounts !== undefined && adapter.unlinkAccount !== undefined) {
    for (const account of readRows(await adapter.listAccounts(user.id), 'listAccounts')) {
      const { provider, providerAccountId } = account
      if (provider === keep?.provider && providerAccountId === keep.providerAccountId) continue
      await adapter.unlinkAccount({ provider, providerAccountId })
      events.push(accountUnlinked(user, account))
    }
  }
  await adapter.deleteSessions?.(user.id)
  return events
}

/** The address that this sign-in verified and the user has not got yet. */
const findNewAddress = (identity: Identity, { email }: StoredUser): string | undefined =>
  (email ?? '') === '' ? emailOf(identity) : undefined

/** Adapters return the whole row, a part of it, or nothing. */
const markVerified = async (
  { runtime }: AuthContext,
  adapter: BoundAdapter,
  user: StoredUser,
  email: string | undefined,
): Promise<StoredUser> => {
  const written = defined({ id: user.id, emailVerified: new Date(runtime.now()), email })
  const changed: Partial<StoredUser> | undefined = await adapter.updateUser?.(written)
  if (changed?.id !== undefined && String(changed.id) !== user.id)
    throw new AdapterError('updateUser returned another user', { method: 'updateUser' })
  return { ...user, ...changed, ...written }
}

/** Throws if the address of the user was changed since the lookup: then the sign-in verified another address. */
const checkAddress = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  email: string | undefined,
): Promise<void> => {
  if (isEmailVerified(user) || adapter.getUser === undefined) return
  const now = await findUser(adapter, user.id)
  if ((now?.email ?? null) !== (email ?? user.email ?? null)) throw refusalError(identity, 'address-of-another-user')
}

/**
 * Mark the address of a user as verified, and remove what was attached before. The removal runs before the write, so that after
 * a failure the user is still unverified and the next attempt removes the rest. It runs again after the write, because another
 * request may have added something meanwhile. Throws if the user has another address by then. A user without an address gets it.
 */
export const verifyEmail = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  keep?: AccountKey,
): Promise<WrittenUser> => {
  const email = findNewAddress(identity, user)
  const before = await removeUnverified(context, adapter, user, keep)
  const verified = await markVerified(context, adapter, user, email)
  const after = await removeUnverified(context, adapter, user, keep)
  await checkAddress(adapter, identity, user, email)
  return { user: verified, events: [...before, ...after, { name: 'updateUser', user: verified }] }
}

/**
 * Take the address from a user who never verified it, for the user who has verified it. A transaction locks the row. Without one
 * it is read again after the write: a user who verified the address meanwhile keeps it.
 */
export const takeAddress = async (
  adapter: BoundAdapter,
  identity: Identity,
  { id, email }: StoredUser,
  isTransaction: boolean,
): Promise<AccountEvent> => {
  const refusal = refusalError(identity, 'address-of-another-user')
  const before = await (isTransaction ? lockUser : findUser)(adapter, id)
  if (before === null || isEmailVerified(before) || before.email !== email) throw refusal
  // The published type has no `null`, but the tables have it: an OAuth provider may give no address.
  const withoutEmail = { id, email: null as unknown as string }
  await adapter.updateUser?.(withoutEmail)
  const after = isTransaction ? before : await findUser(adapter, id)
  if (after !== null && isEmailVerified(after)) {
    await adapter.updateUser?.({ id, email })
    throw refusal
  }
  return { name: 'updateUser', user: { ...before, ...withoutEmail } }
}
