import type { BoundAdapter } from '../config/adapter.ts'
import { findUser, isProven } from '../config/rows.ts'
import type { Site } from '../config/site.ts'

/**
 * To be called when an account is taken away from a user on purpose. If it was the one that the user was made for, it must not
 * come back by going on with its first sign-in (`isUnfinished`), and the row must not look as if nothing had happened since.
 */
export const noteTakenAway = async (site: Site, adapter: BoundAdapter, userId: string): Promise<void> => {
  const user = await findUser(adapter, userId)
  if (user === null || !isProven(user)) return
  await adapter.updateUser?.({ id: userId, emailVerified: new Date(site.runtime.now()) })
}
