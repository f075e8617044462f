import { once } from '../base/async.ts'
import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import type { CookieJar } from '../web/cookies.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './session-view.ts'

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

/** The signed-in user, or `null`. A user in a token counts only if the database has it, where there is a database. */
export const findCurrentUser = async (context: AuthContext, jar: CookieJar): Promise<CurrentUser | null> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  if (context.config.adapter !== undefined) return currentUser?.user === undefined ? null : currentUser
  return currentUser?.userId === '' ? null : currentUser
}
