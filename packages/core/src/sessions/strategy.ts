import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie } from '../types/http.ts'
import { findUser } from '../store/rows.ts'
import type { CookieJar } from '../web/cookies.ts'
import { databaseStrategy } from './database-strategy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy, SessionUpdate } from './session-view.ts'

/** The session strategy of the config. */
export const sessionsOf = ({ config }: AuthContext): SessionStrategy =>
  config.session.strategy === 'jwt' ? jwtStrategy : databaseStrategy

/**
 * Give this browser's session a new token and end the old one, after the user proved who they are or changed the account. That is
 * stored already, so a failure is only logged.
 */
export const renewSession = async (
  context: AuthContext,
  jar: CookieJar,
  update?: SessionUpdate,
): Promise<readonly Cookie[]> => {
  try {
    return await sessionsOf(context).renew(context, jar, update)
  } catch (error) {
    const failure = authError('SessionTokenError', 'The session could not be renewed', causeOf(error))
    context.config.logger.error(error instanceof AuthError ? error : failure)
    return []
  }
}

/** The signed-in user, or `null`. A user in a token counts only if the database has it, where there is a database. */
export const findCurrentUser = async (context: AuthContext, jar: CookieJar): Promise<CurrentUser | null> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  const { adapter } = context.config
  if (currentUser === null || currentUser.user !== undefined || adapter === undefined) return currentUser
  return (await findUser(adapter, currentUser.userId)) === null ? null : currentUser
}
