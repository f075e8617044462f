import { createAuth, type AuthConfig } from '@authwright/core'
import { AuthError } from '@authwright/core/errors'
import { CommandError, type Terminal } from '../command.ts'
import { whileWaiting } from '../terminal/progress.ts'

/** What a message says of sessions that are in no database. */
export const IN_COOKIES = 'Those in cookies end at their next renewal.'

const ignore = (): void => undefined

/** Ends all sessions of a user, in the database and in cookies, as the library does. */
export const endSessions = async (terminal: Terminal, config: AuthConfig, userId: string): Promise<void> => {
  // Errors are thrown too, and doctor is what warns of the configuration.
  const auth = createAuth({ ...config, logger: { error: ignore, warn: ignore, debug: ignore } })
  try {
    await whileWaiting(terminal, 'Waiting for the database', () => auth.revokeSessions(userId))
  } catch (error) {
    if (error instanceof AuthError)
      throw new CommandError(error.type === 'AdapterError' ? 4 : 1, error.message, { cause: error })
    throw error
  }
}
