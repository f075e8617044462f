import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { AdapterTimeout } from '../store/call-adapter.ts'
import type { Cookie } from '../types/http.ts'
import { revokeIfPossible, type Revocation } from './revoke-sessions.ts'
import type { SessionRequest, SessionUpdate } from './session-view.ts'
import { sessionsOf } from './strategy.ts'

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
