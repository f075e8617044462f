import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'

/**
 * To be called when an account is taken away from a user on purpose. If it was the one that the user was made for, it must not
 * come back by going on with its first sign-in (`isUnfinished`), and the row must not look as if nothing had happened since.
 */
export const recordRemoval = async (context: AuthContext, adapter: BoundAdapter, userId: string): Promise<void> => {
  const user = await findUser(adapter, userId)
  if (user === null || !isEmailVerified(user)) return
  await adapter.updateUser?.({ id: userId, emailVerified: new Date(context.runtime.now()) })
}
