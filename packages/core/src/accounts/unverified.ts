import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isClaimed, isImported } from '../config/imported-users.ts'
import { findUser, isEmailVerified, lockUser, readDate, readRows } from '../store/rows.ts'
import { findOtherUser, isSameAddress } from './account-facts.ts'
import { isVerifiedAsCreated } from './interrupted-sign-up.ts'
import { emailOf, type StoredUser, refusalError, type Identity } from './decide-account.ts'
import type { AuthContext, MethodFacts } from '../config/engine-types.ts'
import { findMissingRemoval, signsInByMail } from '../config/unverified-email.ts'
import { defined } from '../base/json.ts'
import { AccountNotLinked, AdapterError } from '../errors/error-classes.ts'
import type { Account } from '../types/index.ts'
import { accountUnlinked, type AccountEvent, type WrittenUser } from './account-events.ts'

/** A verified identity, and where its sign-in is written. */
export interface Writing {
  readonly context: AuthContext
  readonly identity: Identity
  /** The adapter, or the view of it in a transaction. */
  readonly adapter: BoundAdapter
  readonly isTransaction: boolean
}

type Scope = Pick<Writing, 'context' | 'adapter' | 'identity'>

/**
 * Whether an address that may not be verified is stored. An attacker may have entered the address of another user at the provider,
 * and that user would sign in to the attacker's row: so only where what is attached can be removed, or no mail signs in.
 */
export const storesUnverifiedEmail = ({ config }: AuthContext, facts: MethodFacts): boolean => {
  const { account, adapter, providers, session } = config
  if (adapter === undefined) return true
  // The adapter may make its own ids. Without a transaction, another request could see such a user before `takeImportedClaim`.
  if (account.importedBefore !== undefined && adapter.transaction === undefined) return false
  if (findMissingRemoval(adapter, session.strategy).length === 0) return true
  return facts.verifiesEmail !== 'by-provider' || !signsInByMail(providers.all)
}

const hasAddress = ({ email }: StoredUser): boolean => (email ?? '') !== ''

// The published type has no `null`, but the tables have it: an OAuth provider may give no address.
const NO_ADDRESS = { email: null as unknown as string }

/** Take the unverified address of a new user who counts as imported by the id, and would keep what an attacker attached. */
export const takeImportedClaim = async ({ context, adapter }: Writing, user: StoredUser): Promise<StoredUser> => {
  if (isEmailVerified(user) || !hasAddress(user) || !isImported(context, user)) return user
  await adapter.updateUser?.({ id: user.id, ...NO_ADDRESS })
  return { ...user, ...NO_ADDRESS }
}

/** Whether verifying the address would remove what is attached to this user. */
const wouldBeRemoved = ({ context, adapter }: Scope, user: StoredUser): boolean =>
  isClaimed(context, user) &&
  (adapter.deleteSessions !== undefined || (adapter.listAccounts !== undefined && adapter.unlinkAccount !== undefined))

const isSuperseded = (user: StoredUser | null): boolean => user === null || isEmailVerified(user)

/** Whether a user has the same address now as at the lookup, or still none. */
const keepsAddress = (now: StoredUser | null, user: StoredUser): boolean =>
  hasAddress(user) ? isSameAddress(now?.email, user.email) : now !== null && !hasAddress(now)

/** A user as looked up, and whether by the e-mail address. */
interface FoundUser {
  readonly user: StoredUser
  readonly isByEmail: boolean
}

/**
 * Whether a sign-in must not be written: the address was verified since the lookup, so it belongs to another user, or the user
 * was found by an address that the row does not have any more. `find` reads the row, if that is needed.
 */
const isOutdated = async (scope: Scope, { user, isByEmail }: FoundUser, find: typeof findUser) => {
  const isClaim = wouldBeRemoved(scope, user)
  if (!isClaim && !isByEmail) return false
  const now = await find(scope.adapter, user.id)
  return (isClaim && isSuperseded(now)) || (isByEmail && !keepsAddress(now, user))
}

/**
 * In a transaction: lock the row of a user with an unverified address, or of one who was found by the address, until the sign-in
 * is written. If the address is verified or changed at the same time, that transaction runs before or after this one. One that
 * verifies the address removes what it finds.
 */
export const lockFound = async (scope: Scope, found: FoundUser): Promise<void> => {
  if (await isOutdated(scope, found, lockUser)) throw refusalError(scope.identity, 'address-of-another-user')
}

/** Remove an account that was just added, as far as the adapter can. */
export const undoLink = async (adapter: BoundAdapter, { account, authenticator, facts }: Identity): Promise<void> => {
  const { provider, providerAccountId } = account
  if (facts.hasAccounts)
    await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
  const id = authenticator?.credentialID
  if (id !== undefined) await Promise.resolve(adapter.deleteAuthenticator?.(id)).catch(() => undefined)
}

/**
 * Without transactions, after all is written: if the address was verified or changed meanwhile, remove the session and the account
 * again. The other request writes the address first and looks for additions afterwards, so one of the two always sees the other.
 */
export const checkAfterWrite = async (
  scope: Scope,
  found: FoundUser,
  sessionToken: string | undefined,
): Promise<void> => {
  const { adapter, identity } = scope
  if (!(await isOutdated(scope, found, findUser))) return
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
  if (!isClaimed(context, user)) return []
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

/** Whether the address that a sign-in verified is the one of the user. A user without an address gets it. */
export const isAddressOf = (identity: Identity, user: StoredUser): boolean =>
  !hasAddress(user) || isSameAddress(user.email, emailOf(identity))

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
  // TypeORM returns columns that were not written as `null`.
  return { ...user, ...changed, ...written, email: email ?? user.email }
}

/**
 * Mark the address of a user as verified, and remove what was attached before. The removal runs before the write, so that after
 * a failure the user is still unverified and the next attempt removes the rest. It runs again after the write, because another
 * request may have added something meanwhile. A user without an address gets it. Throws if the sign-in verified another address:
 * that of the user may have been changed since the lookup. A transaction locks the row by the write. Without one, the address is
 * compared before the write as well, and a mark that was written on another address is taken back.
 */
export const verifyEmail = async (
  { context, adapter, identity, isTransaction }: Writing,
  user: StoredUser,
  keep?: AccountKey,
): Promise<WrittenUser> => {
  const refusal = refusalError(identity, 'address-of-another-user')
  const email = hasAddress(user) ? user.email : emailOf(identity)
  if (!isAddressOf(identity, user)) throw refusal
  if (hasAddress(user) && isEmailVerified(user) && !isVerifiedAsCreated(user)) {
    // The date stays: a requested change of the address is valid only while it is the same.
    if (!keepsAddress(await (isTransaction ? lockUser : findUser)(adapter, user.id), user)) throw refusal
    return { user, events: [] }
  }
  if (!isTransaction && !keepsAddress(await findUser(adapter, user.id), user)) throw refusal
  const before = await removeUnverified(context, adapter, user, keep)
  const verified = await markVerified(context, adapter, user, hasAddress(user) ? undefined : email)
  const after = await removeUnverified(context, adapter, user, keep)
  const now = await findUser(adapter, user.id)
  if (isSameAddress(now?.email, email))
    return { user: verified, events: [...before, ...after, { name: 'updateUser', user: verified }] }
  if (!isTransaction && now !== null && !isEmailVerified(user))
    await adapter.updateUser?.({ id: user.id, emailVerified: null })
  throw refusal
}

/** Whether a user has verified the address, before this time in milliseconds since the epoch. */
export const holdsAddress = (user: StoredUser, time: number): boolean =>
  isEmailVerified(user) && (readDate(user.emailVerified)?.getTime() ?? 0) < time

/**
 * Take the address from a user who never verified it, for a user who has verified it. A transaction locks the row. Without one it
 * is read again after the write: a user who verified the address meanwhile keeps it. `undefined` if that user keeps it.
 */
const releaseAddress = async (
  adapter: BoundAdapter,
  { id, email }: StoredUser,
  isTransaction: boolean,
  verifiedSince = Number.POSITIVE_INFINITY,
): Promise<AccountEvent | undefined> => {
  const before = await (isTransaction ? lockUser : findUser)(adapter, id)
  if ((email ?? '') === '' || before === null || !isSameAddress(before.email, email)) return undefined
  if (holdsAddress(before, verifiedSince)) return undefined
  await adapter.updateUser?.({ id, ...NO_ADDRESS })
  const after = isTransaction ? before : await findUser(adapter, id)
  if (after !== null && holdsAddress(after, verifiedSince)) {
    await adapter.updateUser?.({ id, email })
    return undefined
  }
  return { name: 'updateUser', user: { ...before, ...NO_ADDRESS } }
}

/** Take the address from a user who never verified it, for the user who signs in and has verified it. */
export const takeAddress = async (
  adapter: BoundAdapter,
  identity: Identity,
  other: StoredUser,
  isTransaction: boolean,
): Promise<AccountEvent> => {
  const released = await releaseAddress(adapter, other, isTransaction)
  if (released === undefined) throw refusalError(identity, 'address-of-another-user')
  return released
}

/**
 * Make an address free for a user who has verified it: another user who never verified it loses it. Throws `AccountNotLinked` if
 * another user has verified it before `verifiedSince`. In a transaction it is called after the row of this user is locked.
 */
export const freeAddress = async (
  adapter: BoundAdapter,
  userId: string,
  address: string,
  isTransaction: boolean,
  verifiedSince?: number,
): Promise<readonly AccountEvent[]> => {
  const other = await findOtherUser(adapter, userId, address)
  if (other === null) return []
  const released = await releaseAddress(adapter, other, isTransaction, verifiedSince)
  if (released === undefined) throw new AccountNotLinked('The address belongs to another user')
  return [released]
}
