import type { AuthContext } from '../config/engine-types.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { findUser, readDate } from '../store/rows.ts'
import type { AdapterUser } from '../types/adapter.ts'

/** Milliseconds since the epoch of the last revocation of the user's sessions; `0` if there was none. */
export const readRevocation = ({ sessionsRevokedAt }: AdapterUser): number =>
  readDate(sessionsRevokedAt)?.getTime() ?? 0

const missing = (method: string): Error =>
  authError('MissingAdapterMethods', `The sessions of a user cannot be ended: the adapter lacks ${method}`, {
    missing: [method],
  })

/**
 * End the sessions of a user. Database sessions end at once, except the one with the token `keep`. Sessions in cookies end at
 * their next renewal, all of them: a browser that stays signed in must be given a new one afterwards.
 * Throws `MissingAdapterMethods` if the adapter cannot end them, and `AdapterError` if it fails.
 */
export const revokeSessions = async (
  { config: { adapter, session }, runtime }: AuthContext,
  userId: string,
  { keep }: { readonly keep?: string | undefined } = {},
): Promise<void> => {
  if (adapter === undefined) throw authError('MissingAdapter', 'Without an adapter no session of a user can be ended')
  if (session.strategy === 'database') {
    if (adapter.deleteSessions === undefined) throw missing('deleteSessions')
    return adapter.deleteSessions(userId, keep)
  }
  if (adapter.revokeSessions === undefined) throw missing('revokeSessions')
  const user = await findUser(adapter, userId)
  if (user === null) return
  // Later than the previous one, also if another server with a faster clock wrote that: sessions compare the two.
  await adapter.revokeSessions(userId, new Date(Math.max(runtime.now(), readRevocation(user) + 1)))
}

/**
 * `account.endOtherSessions`: end the other sessions of a user whose sign-in methods or address changed. Renew the session of this
 * browser afterwards. The change is stored already, so a failure is only logged.
 */
export const endOtherSessions = async (
  context: AuthContext,
  userId: string,
  keep: string | undefined,
): Promise<void> => {
  const { account, logger } = context.config
  if (!account.endOtherSessions) return
  try {
    await revokeSessions(context, userId, { keep })
  } catch (error) {
    const text = 'The other sessions of a user could not be ended after a change of the account'
    if (error instanceof AuthError && error.type === 'MissingAdapterMethods')
      logger.warn('sessions-kept', error.message)
    else logger.error(authError('SessionTokenError', text, causeOf(error)))
  }
}
