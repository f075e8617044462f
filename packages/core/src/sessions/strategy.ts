import { once } from '../base/async.ts'
import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { AdapterTimeout } from '../store/bind-adapter.ts'
import type { Cookie } from '../types/http.ts'
import type { CookieJar } from '../web/cookies.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import { revokeIfPossible, type Revocation } from './revoke-sessions.ts'
import type { SessionRequest, SessionStrategy, SessionUpdate } from './session-view.ts'

const loadDatabaseStrategy = once(async () => (await import('./database-strategy.ts')).databaseStrategy)

/** Loaded with the first call: sessions in cookies do not need it. */
const databaseStrategy: SessionStrategy = {
  issue: async (...args) => (await loadDatabaseStrategy()).issue(...args),
  read: async (...args) => (await loadDatabaseStrategy()).read(...args),
  renew: async (...args) => (await loadDatabaseStrategy()).renew(...args),
  findCurrentUser: async (...args) => (await loadDatabaseStrategy()).findCurrentUser(...args),
  end: async (...args) => (await loadDatabaseStrategy()).end(...args),
}

export const sessionsOf = ({ config }: AuthContext): SessionStrategy =>
  config.session.strategy === 'jwt' ? jwtStrategy : databaseStrategy

/**
 * End the other sessions of a user after a stored change of the account, and renew that of this browser: its cookies,
 * or none if it ended meanwhile. Failures are logged. Send mails afterwards: nothing may delay the renewal.
 */
export const endOtherSessions = async (
  context: AuthContext,
  request: SessionRequest,
  currentUser: CurrentUser,
  update?: SessionUpdate,
): Promise<readonly Cookie[]> => {
  const { account, logger } = context.config
  let revocation: Revocation | undefined
  try {
    if (account.endOtherSessions) revocation = await revokeIfPossible(context, currentUser.userId, currentUser)
  } catch (error) {
    const text = 'The other sessions of a user could not be ended after a change of the account'
    logger.error(authError('SessionTokenError', text, causeOf(error)))
    // The renewal would wait for the same database.
    if (error instanceof AdapterTimeout) return []
  }
  try {
    return await sessionsOf(context).renew(context, request, update, revocation)
  } catch (error) {
    const failure = authError('SessionTokenError', 'The session could not be renewed', causeOf(error))
    logger.error(error instanceof AuthError ? error : failure)
    return []
  }
}

/** The signed-in user, or `null`. A user in a token counts only if the database has it, where there is a database. */
export const findCurrentUser = async (context: AuthContext, jar: CookieJar): Promise<CurrentUser | null> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  if (context.config.adapter !== undefined) return currentUser?.user === undefined ? null : currentUser
  return currentUser?.userId === '' ? null : currentUser
}
