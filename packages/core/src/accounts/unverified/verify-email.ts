import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../../store/rows.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import { AdapterError } from '../../errors/error-classes.ts'
import type { Identity, StoredUser } from '../identity.ts'
import { requireMethod } from '../link-account.ts'
import type { AccountEvent } from '../account-events.ts'
import { refusalError } from '../refusal.ts'
import { removeUnverified } from './remove-unverified.ts'

/** What an adapter answers may be part of the row, or nothing. */
const write = async ({ runtime }: AuthContext, adapter: BoundAdapter, user: StoredUser): Promise<StoredUser> => {
  const emailVerified = new Date(runtime.now())
  const changed: Partial<StoredUser> | undefined = await requireMethod(
    adapter,
    'updateUser',
  )({ id: user.id, emailVerified })
  if (changed?.id !== undefined && String(changed.id) !== user.id) {
    throw new AdapterError('updateUser returned another user', { method: 'updateUser' })
  }
  return { ...user, ...changed, id: user.id, emailVerified }
}

/**
 * Whoever claimed the address may have put one of their own in its place since the user was looked up: then it is not this
 * user's that was proven. Of a proven address the one who does that is its owner.
 */
const checkAddress = async (adapter: BoundAdapter, identity: Identity, user: StoredUser): Promise<void> => {
  if (isEmailVerified(user) || adapter.getUser === undefined) return
  const now = await findUser(adapter, user.id)
  if ((now?.email ?? null) !== (user.email ?? null)) throw refusalError(identity, 'address-of-another-user')
}

/**
 * Write down that the owner of a user's address has come. What somebody had who only claimed it is removed before, so that the
 * next attempt finds it still unproven if this one fails; and after, since that one may have added something meanwhile. Throws
 * a refusal when the user has another address by then, as the change of address looks for a proof when it is done.
 */
export const verifyEmail = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
): Promise<{ readonly user: StoredUser; readonly events: readonly AccountEvent[] }> => {
  const removed = await removeUnverified(context, adapter, user)
  const proven = await write(context, adapter, user)
  const added = await removeUnverified(context, adapter, user)
  await checkAddress(adapter, identity, user)
  return { user: proven, events: [...removed, ...added, { name: 'updateUser', user: proven }] }
}
