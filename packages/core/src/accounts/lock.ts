import type { BoundAdapter } from '../config/adapter.ts'
import { findUser } from '../config/rows.ts'
import type { KnownUser } from './identity.ts'

/** The user, kept from everybody else until the transaction ends by writing the row as it is. */
export const findLocked = async (adapter: BoundAdapter, userId: string): Promise<KnownUser | null> => {
  const user = await findUser(adapter, userId)
  if (user === null) return null
  await adapter.updateUser?.({ id: user.id, name: user.name ?? null })
  return findUser(adapter, userId)
}
