import type { AuthContext } from '../config/engine-types.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { CookieJar } from '../web/cookies.ts'
import { findSingle, ownTokens } from './session-cookie.ts'
import { findLegacyTokens } from './legacy-sessions.ts'
import { findRow, storeOf } from './session-row.ts'
import type { Row } from './session-row.ts'

const isExpired = (context: AuthContext, row: Row): boolean => row.session.expires.getTime() <= context.runtime.now()

/** The tokens that a browser has of a library that was here before. */
export const legacyTokens = (context: AuthContext, jar: CookieJar): readonly string[] =>
  findLegacyTokens(context, jar).map(({ token }) => token)

/** Tell the owner of something that could not be written, and that nobody has to wait for. */
export const logWriteError = (context: AuthContext, what: string, error: unknown): void =>
  context.config.logger.error(authError('SessionTokenError', what, causeOf(error)))

/** A session whose time is over is none, whether its row can be removed now or not. */
const clear = async (context: AuthContext, { token }: Row): Promise<void> => {
  try {
    await storeOf(context.config.adapter).deleteSession(token)
  } catch (error) {
    logWriteError(context, 'An expired session could not be deleted', error)
  }
}

/** A session, and whether its token came in a cookie of a library that was here before, so that ours has to be written. */
export interface LoadedRow extends Row {
  readonly isLegacy?: boolean
}

/** The session of a browser's token, own or former. `clears` removes the row of one that has expired. */
export const loadRow = async (context: AuthContext, jar: CookieJar, clears: boolean): Promise<LoadedRow | null> => {
  const open = async (token: string): Promise<Row | null> => {
    const row = await findRow(context, token)
    if (row === null || !isExpired(context, row)) return row
    if (clears) await clear(context, row)
    return null
  }
  const findFormer = async (): Promise<LoadedRow | null> => {
    for (const token of legacyTokens(context, jar)) {
      const row = await open(token)
      if (row !== null) return { ...row, isLegacy: true }
    }
    return null
  }
  return findSingle(ownTokens(context, jar), open, findFormer)
}
