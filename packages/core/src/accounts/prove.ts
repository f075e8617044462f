import type { BoundAdapter } from '../config/adapter.ts'
import { findUser, isProven } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { AdapterError } from '../errors/classes.ts'
import type { Identity, KnownUser } from './identity.ts'
import { method } from './link.ts'
import type { News } from './news.ts'
import { refused } from './refused.ts'
import { removeUnproven } from './unproven.ts'

/** What an adapter answers may be part of the row, or nothing. */
const write = async ({ runtime }: Site, adapter: BoundAdapter, user: KnownUser): Promise<KnownUser> => {
  const emailVerified = new Date(runtime.now())
  const changed: Partial<KnownUser> | undefined = await method(adapter, 'updateUser')({ id: user.id, emailVerified })
  if (changed?.id !== undefined && String(changed.id) !== user.id) {
    throw new AdapterError('updateUser returned another user', { method: 'updateUser' })
  }
  return { ...user, ...changed, id: user.id, emailVerified }
}

/**
 * Whoever claimed the address may have put one of their own in its place since the user was looked up: then it is not this
 * user's that was proven. Of a proven address the one who does that is its owner.
 */
const checkAddress = async (adapter: BoundAdapter, identity: Identity, user: KnownUser): Promise<void> => {
  if (isProven(user) || adapter.getUser === undefined) return
  const now = await findUser(adapter, user.id)
  if ((now?.email ?? null) !== (user.email ?? null)) throw refused(identity, 'address-of-another-user')
}

/**
 * Write down that the owner of a user's address has come. What somebody had who only claimed it is removed before, so that the
 * next attempt finds it still unproven if this one fails; and after, since that one may have added something meanwhile. Throws
 * a refusal when the user has another address by then, as the change of address looks for a proof when it is done.
 */
export const proveAddress = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity,
  user: KnownUser,
): Promise<{ readonly user: KnownUser; readonly news: readonly News[] }> => {
  const removed = await removeUnproven(site, adapter, user)
  const proven = await write(site, adapter, user)
  const added = await removeUnproven(site, adapter, user)
  await checkAddress(adapter, identity, user)
  return { user: proven, news: [...removed, ...added, { name: 'updateUser', user: proven }] }
}
