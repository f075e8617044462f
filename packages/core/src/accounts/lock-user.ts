import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser } from '../store/rows.ts'
import type { StoredUser } from './identity.ts'

/** The user. Writing an unchanged column locks the row until the transaction ends. */
export const lockUser = async (adapter: BoundAdapter, userId: string): Promise<StoredUser | null> => {
  const user = await findUser(adapter, userId)
  if (user === null) return null
  await adapter.updateUser?.({ id: user.id, name: user.name ?? null })
  return findUser(adapter, userId)
}
