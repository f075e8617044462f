import type { AuthContext, CurrentUser } from '../../../config/engine-types.ts'
import { revokeSessions } from '../../../sessions/revoke-sessions.ts'

/** End sessions of a user, as far as the adapter can. Adapters published for Auth.js cannot. */
const endSessions: typeof revokeSessions = async (context, userId, options) => {
  const { adapter, session } = context.config
  const method = session.strategy === 'database' ? 'deleteSessions' : 'revokeSessions'
  if (adapter?.[method] !== undefined) await revokeSessions(context, userId, options)
}

/** End the sessions of a user in all browsers. */
export const endAllSessions = (context: AuthContext, userId: string): Promise<void> => endSessions(context, userId)

/** End the sessions of a user in other browsers. The session of this browser is written again afterwards. */
export const endOtherSessions = (context: AuthContext, { userId, token }: CurrentUser): Promise<void> =>
  endSessions(context, userId, { keep: token })
