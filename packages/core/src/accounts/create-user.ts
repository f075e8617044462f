import { toUuid } from '../base/uuid.ts'
import { AdapterTimeout } from '../store/adapter-timeout.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified, readUser } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { AdapterError } from '../errors/error-classes.ts'
import type { AdapterUser } from '../types/index.ts'
import { findAccountUser } from './account-facts.ts'
import { hasAccounts } from './identity.ts'
import type { Identity, StoredUser } from './identity.ts'
import { linkAccount, requireMethod } from './link-account.ts'
import type { AccountEvent } from './account-events.ts'
import { makeUserId } from './user-id.ts'

/** Somebody's first sign-in, written down. */
export interface CreatedUser {
  readonly user: StoredUser
  readonly events: readonly AccountEvent[]
}

const newUser = async (context: AuthContext, identity: Identity): Promise<AdapterUser> => {
  const createdAt = context.runtime.now()
  const isProven = identity.method === 'email' || identity.emailVerified === true
  const { id: _foreign, ...user } = identity.user
  const id =
    identity.method === 'oauth' ? await makeUserId(context, identity, createdAt) : toUuid(context.runtime.random(16), 4)
  return { ...user, id, emailVerified: isProven ? new Date(createdAt) : null } as AdapterUser
}

/** Whether the account is not this user's after all, as it is when the write was done and only its answer was lost. */
const isLost = async (adapter: BoundAdapter, identity: Identity, user: StoredUser): Promise<boolean> => {
  // A passkey that was not kept whole is of no use, whoever has its account.
  if (identity.authenticator !== undefined) return true
  const owner = await findAccountUser(adapter, identity).catch(() => user)
  return owner?.id !== user.id
}

/** Whether the owner of the address has come meanwhile, so that the user is theirs. */
const isTaken = async (adapter: BoundAdapter, user: StoredUser): Promise<boolean> => {
  if (isEmailVerified(user)) return false
  const now = await findUser(adapter, user.id).catch(() => null)
  return now !== null && isEmailVerified(now)
}

/**
 * What a failed second write leaves behind is taken back where no transaction does it; unless nobody can say yet whether
 * the write was done: then a user whose id says whose it is waits for the next attempt.
 */
const linkOrTakeBack = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  isRecognised: boolean,
): Promise<readonly AccountEvent[]> => {
  try {
    return await linkAccount(adapter, identity, user)
  } catch (error) {
    const waits = isRecognised && error instanceof AdapterTimeout
    if (!waits && (await isLost(adapter, identity, user)) && !(await isTaken(adapter, user))) {
      // Whether that works or not, it is the first failure that the owner has to hear of.
      await Promise.resolve(adapter.deleteUser?.(user.id)).catch(() => null)
    }
    throw error
  }
}

/**
 * What an adapter leaves out of its answer is as it was written. A whole row is taken as it is: some are instances of classes
 * that have their members by getters, which a copy would lose.
 */
const complete = (row: Partial<AdapterUser> & Pick<AdapterUser, 'id'>, wanted: AdapterUser): AdapterUser =>
  row.emailVerified === undefined
    ? { ...wanted, ...row, id: row.id, emailVerified: wanted.emailVerified }
    : (row as AdapterUser)

/** Make a user for somebody new, and tie the account to it if the method has accounts. */
export const createUser = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
): Promise<CreatedUser> => {
  const wanted = await newUser(context, identity)
  const row = readUser(await requireMethod(adapter, 'createUser')(wanted), 'createUser')
  if (row === null) throw new AdapterError('createUser returned no user', { method: 'createUser' })
  const user = complete(row, wanted)
  const createdAt: AccountEvent = { name: 'createUser', user }
  if (!hasAccounts(identity)) return { user, events: [createdAt] }
  // Some adapters give ids of their own, which say nothing.
  const isRecognised = identity.method === 'oauth' && user.id === wanted.id
  return { user, events: [createdAt, ...(await linkOrTakeBack(adapter, identity, user, isRecognised))] }
}

/** Go on with a first sign-in that was interrupted after the user was made. Nobody was told of that user yet. */
export const resumeSignUp = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
): Promise<CreatedUser> => ({
  user,
  events: [{ name: 'createUser', user }, ...(await linkAccount(adapter, identity, user))],
})
