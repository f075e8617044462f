import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { findUser } from '../store/rows.ts'
import { sessionsOf } from './strategy.ts'
import type { CookieJar } from '../web/cookies.ts'

/** The signed-in user, or `null`. A user in a token counts only if the database has it, where there is a database. */
export const findCurrentUser = async (context: AuthContext, jar: CookieJar): Promise<CurrentUser | null> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  const { adapter, session } = context.config
  if (currentUser === null || session.strategy === 'database' || adapter === undefined) return currentUser
  const user = currentUser.user ?? (await findUser(adapter, currentUser.userId))
  return user === null ? null : currentUser
}
