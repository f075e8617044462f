import type { AuthContext } from '../../config/engine-types.ts'
import { AdapterError } from '../../errors/error-classes.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../../store/rows.ts'
import type { AccountEvent } from '../account-events.ts'
import { refusalError } from '../decide-account.ts'
import type { Identity, StoredUser } from '../identity.ts'
import { requireMethod } from '../link-account.ts'
import { removeUnverified } from './remove-unverified.ts'
import type { AccountKey } from './remove-unverified.ts'

/** An adapter may return the whole row, a part of it, or nothing. */
const write = async ({ runtime }: AuthContext, adapter: BoundAdapter, user: StoredUser): Promise<StoredUser> => {
  const emailVerified = new Date(runtime.now())
  const update = requireMethod(adapter, 'updateUser')
  const changed: Partial<StoredUser> | undefined = await update({ id: user.id, emailVerified })
  if (changed?.id !== undefined && String(changed.id) !== user.id) {
    throw new AdapterError('updateUser returned another user', { method: 'updateUser' })
  }
  return { ...user, ...changed, id: user.id, emailVerified }
}

/** The address may have been changed since the user was looked up. Then this user's address is not the verified one. */
const checkAddress = async (adapter: BoundAdapter, identity: Identity, user: StoredUser): Promise<void> => {
  if (isEmailVerified(user) || adapter.getUser === undefined) return
  const now = await findUser(adapter, user.id)
  if ((now?.email ?? null) !== (user.email ?? null)) throw refusalError(identity, 'address-of-another-user')
}

/**
 * Mark the address of a user as verified, and remove what was attached before. It is removed before the write, so a failed
 * attempt leaves the user unverified and the next attempt removes the rest; and after the write, because another request may
 * have added something meanwhile. Throws a refusal when the user has another address by then.
 */
export const verifyEmail = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  keep?: AccountKey,
): Promise<{ readonly user: StoredUser; readonly events: readonly AccountEvent[] }> => {
  const before = await removeUnverified(context, adapter, user, keep)
  const verified = await write(context, adapter, user)
  const after = await removeUnverified(context, adapter, user, keep)
  await checkAddress(adapter, identity, user)
  return { user: verified, events: [...before, ...after, { name: 'updateUser', user: verified }] }
}
