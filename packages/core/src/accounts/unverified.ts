import { readDate } from '../base/time.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isClaimed, isImported } from '../config/imported-users.ts'
import { findUser, isEmailVerified, lockUser } from '../store/rows.ts'
import { findAccounts, findOtherUser, findPasskeys, isAddressOf, isSameAddress } from './find-users.ts'
import { isVerifiedAsCreated } from './interrupted-sign-up.ts'
import { emailOf, type StoredUser, refusalError, type Identity } from './decide-account.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import type { AuthError } from '../errors/auth-error.ts'
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

/** The user as the row is now. In a transaction the row is locked. */
const findNow = ({ adapter, isTransaction }: Pick<Writing, 'adapter' | 'isTransaction'>, { id }: StoredUser) =>
  (isTransaction ? lockUser : findUser)(adapter, id)

const hasAddress = ({ email }: StoredUser): boolean => (email ?? '') !== ''

// The published type has no `null`, but the tables have it: an OAuth provider may give no address.
const NO_ADDRESS = { email: null as unknown as string }

/** Take the unverified address of a new user who counts as imported by the id: nothing would be removed later. */
export const takeImportedClaim = async ({ context, adapter }: Writing, user: StoredUser): Promise<StoredUser> => {
  if (isEmailVerified(user) || !hasAddress(user) || !isImported(context, user)) return user
  await adapter.updateUser?.({ id: user.id, ...NO_ADDRESS })
  return { ...user, ...NO_ADDRESS }
}

/** Whether a user has the same address now as at the lookup, or still none. */
const keepsAddress = (now: StoredUser | null, user: StoredUser): boolean =>
  hasAddress(user) ? isSameAddress(now?.email, user.email) : now !== null && !hasAddress(now)

/** A user as looked up, and whether by the e-mail address. */
type FoundUser = readonly [user: StoredUser, isByEmail: boolean]

/** Whether the address was verified since the lookup, or is another one than that by which the user was found. */
const isOutdated = async (writing: Writing, ...[user, isByEmail]: FoundUser): Promise<boolean> => {
  const { context, adapter } = writing
  const removesAccounts = adapter.listAccounts !== undefined && adapter.unlinkAccount !== undefined
  const isClaim = isClaimed(context, user) && (adapter.deleteSessions !== undefined || removesAccounts)
  if (!isClaim && !isByEmail) return false
  const now = await findNow(writing, user)
  return (isClaim && (now === null || isEmailVerified(now))) || (isByEmail && !keepsAddress(now, user))
}

/** In a transaction: lock the row, so that one that verifies or changes the address runs before or after this one. */
export const lockFound = async (writing: Writing, ...found: FoundUser): Promise<void> => {
  if (writing.isTransaction && (await isOutdated(writing, ...found)))
    throw refusalError(writing.identity, 'address-of-another-user')
}

/** Remove an account that was just added, as far as the adapter can. */
export const undoLink = async (adapter: BoundAdapter, { account, authenticator, facts }: Identity): Promise<void> => {
  const { provider, providerAccountId } = account
  if (facts.hasAccounts)
    await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
  const id = authenticator?.credentialID
  if (id !== undefined) await Promise.resolve(adapter.deleteAuthenticator?.(id)).catch(() => undefined)
}

/** Undo a write without a transaction if the address was verified or changed meanwhile: that request looks later. */
export const checkAfterWrite = async (writing: Writing, sessionToken: string | undefined, ...found: FoundUser) => {
  const { adapter, identity } = writing
  if (!(await isOutdated(writing, ...found))) return
  await undoLink(adapter, identity)
  if (sessionToken !== undefined) await adapter.deleteSession?.(sessionToken)
  throw refusalError(identity, 'address-of-another-user')
}

type AccountKey = Pick<Account, 'provider' | 'providerAccountId'>

/** Remove what was attached before the address was verified (pre-hijacking), except the account `keep`. */
export const removeUnverified = async ({ context, adapter }: Writing, user: StoredUser, keep?: AccountKey) => {
  if (!isClaimed(context, user)) return []
  const events: AccountEvent[] = []
  const providers = context.config.providers.all.filter(({ method }) => method.facts.hasPasskeys)
  for (const authenticator of await findPasskeys(adapter, user.id)) {
    const { credentialID, providerAccountId } = authenticator
    if (providerAccountId === keep?.providerAccountId) continue
    // Without its account a passkey cannot sign in, even if the adapter keeps it.
    for (const { id } of providers) await adapter.unlinkAccount?.({ provider: id, providerAccountId })
    await adapter.deleteAuthenticator?.(credentialID)
    events.push({ name: 'deleteAuthenticator', user, authenticator })
  }
  if (adapter.listAccounts !== undefined && adapter.unlinkAccount !== undefined) {
    for (const account of await findAccounts(adapter, user.id)) {
      const { provider, providerAccountId } = account
      if (provider === keep?.provider && providerAccountId === keep.providerAccountId) continue
      await adapter.unlinkAccount({ provider, providerAccountId })
      events.push(accountUnlinked(user, account))
    }
  }
  await adapter.deleteSessions?.(user.id)
  return events
}

/** Adapters return the whole row, a part of it, or nothing. */
const markVerified = async ({ context, adapter }: Writing, user: StoredUser, email: string | undefined) => {
  const written = defined({ id: user.id, emailVerified: new Date(context.runtime.now()), email })
  const changed: Partial<StoredUser> | undefined = await adapter.updateUser?.(written)
  if (changed?.id !== undefined && String(changed.id) !== user.id)
    throw new AdapterError('updateUser returned another user', { method: 'updateUser' })
  // TypeORM returns columns that were not written as `null`.
  return { ...user, ...changed, ...written, email: email ?? user.email }
}

/** Remove what was attached to the user, then mark the address as verified: a failed attempt can be repeated. */
export const verifyEmail = async (writing: Writing, user: StoredUser, keep?: AccountKey): Promise<WrittenUser> => {
  const { adapter, identity, isTransaction } = writing
  const refusal = refusalError(identity, 'address-of-another-user')
  if (!isAddressOf(identity, user) || !keepsAddress(await findNow(writing, user), user)) throw refusal
  // The date stays: a requested change of the address is valid only while it is the same.
  if (hasAddress(user) && isEmailVerified(user) && !isVerifiedAsCreated(user)) return { user, events: [] }
  const before = await removeUnverified(writing, user, keep)
  const verified = await markVerified(writing, user, hasAddress(user) ? undefined : emailOf(identity))
  const updated: AccountEvent = { name: 'updateUser', user: verified }
  if (isTransaction) return { user: verified, events: [...before, updated] }
  // Another request may have added something, or changed the address.
  const after = await removeUnverified(writing, user, keep)
  const now = await findUser(adapter, user.id)
  if (isSameAddress(now?.email, verified.email)) return { user: verified, events: [...before, ...after, updated] }
  if (now !== null && !isEmailVerified(user)) await adapter.updateUser?.({ id: user.id, emailVerified: null })
  throw refusal
}

/** Whether a user has verified the address, before this time in milliseconds since the epoch. */
export const holdsAddress = (user: StoredUser, time: number): boolean =>
  isEmailVerified(user) && (readDate(user.emailVerified)?.getTime() ?? 0) < time

/** Take the address from a user who did not verify it before `verifiedSince`, or throw `refusal`. */
export const takeAddress = async (
  writing: Pick<Writing, 'adapter' | 'isTransaction'>,
  other: StoredUser | null,
  refusal: AuthError,
  verifiedSince = Number.POSITIVE_INFINITY,
): Promise<readonly AccountEvent[]> => {
  if (other === null) return []
  const { adapter, isTransaction } = writing
  const { id, email } = other
  const before = await findNow(writing, other)
  if (before === null || !isSameAddress(before.email, email) || holdsAddress(before, verifiedSince)) throw refusal
  await adapter.updateUser?.({ id, ...NO_ADDRESS })
  // A user who verified the address meanwhile keeps it.
  const after = isTransaction ? null : await findUser(adapter, id)
  if (after !== null && holdsAddress(after, verifiedSince)) {
    await adapter.updateUser?.({ id, email })
    throw refusal
  }
  return [{ name: 'updateUser', user: { ...before, ...NO_ADDRESS } }]
}

/** Make an address free for a user who has verified it. Throws if another user verified it before. */
export const freeAddress = async (
  adapter: BoundAdapter,
  userId: string,
  address: string,
  isTransaction: boolean,
  verifiedSince?: number,
): Promise<readonly AccountEvent[]> => {
  const refusal = new AccountNotLinked('The address belongs to another user')
  return takeAddress({ adapter, isTransaction }, await findOtherUser(adapter, userId, address), refusal, verifiedSince)
}
