import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { findUser } from '../store/rows.ts'
import { sessionsOf } from './strategy.ts'
import type { CookieJar } from '../web/cookies.ts'

/** Who is signed in. A token can name a user whom the database no longer has, or never had: that is nobody. */
export const findCurrentUser = async (context: AuthContext, jar: CookieJar): Promise<CurrentUser | null> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  const { adapter, session } = context.config
  if (currentUser === null || session.strategy === 'database' || adapter === undefined) return currentUser
  const user = currentUser.user ?? (await findUser(adapter, currentUser.userId))
  return user === null ? null : currentUser
}
