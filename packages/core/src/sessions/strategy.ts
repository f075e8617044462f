import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { findUser } from '../store/rows.ts'
import type { CookieJar } from '../web/cookies.ts'
import { databaseStrategy } from './database-strategy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './session-view.ts'

/** The session strategy of the config. */
export const sessionsOf = ({ config }: AuthContext): SessionStrategy =>
  config.session.strategy === 'jwt' ? jwtStrategy : databaseStrategy

/** The signed-in user, or `null`. A user in a token counts only if the database has it, where there is a database. */
export const findCurrentUser = async (context: AuthContext, jar: CookieJar): Promise<CurrentUser | null> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  const { adapter } = context.config
  if (currentUser === null || currentUser.user !== undefined || adapter === undefined) return currentUser
  return (await findUser(adapter, currentUser.userId)) === null ? null : currentUser
}
