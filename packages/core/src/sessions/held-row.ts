import type { Site } from '../config/site.ts'
import { because } from '../errors/because.ts'
import { SessionTokenError } from '../errors/classes.ts'
import type { CookieJar } from '../web/cookies.ts'
import { findOnly, ownTokens } from './candidates.ts'
import { findFormerTokens } from './former.ts'
import { findRow, storeOf } from './row.ts'
import type { Row } from './row.ts'

const isExpired = (site: Site, row: Row): boolean => row.session.expires.getTime() <= site.runtime.now()

/** The tokens that a browser has of a library that was here before. */
export const formerTokens = (site: Site, jar: CookieJar): readonly string[] =>
  findFormerTokens(site, jar).map(({ token }) => token)

/** Tell the owner of something that could not be written, and that nobody has to wait for. */
export const note = (site: Site, what: string, error: unknown): void =>
  site.config.logger.error(new SessionTokenError(what, because(error)))

/** A session whose time is over is none, whether its row can be removed now or not. */
const clear = async (site: Site, { token }: Row): Promise<void> => {
  try {
    await storeOf(site.config.adapter).deleteSession(token)
  } catch (error) {
    note(site, 'An expired session could not be deleted', error)
  }
}

/** A session, and whether its token came in a cookie of a library that was here before, so that ours has to be written. */
export interface Held extends Row {
  readonly isFormer?: boolean
}

/** The session of a browser's token, own or former. `clears` removes the row of one that has expired. */
export const findHeld = async (site: Site, jar: CookieJar, clears: boolean): Promise<Held | null> => {
  const open = async (token: string): Promise<Row | null> => {
    const row = await findRow(site, token)
    if (row === null || !isExpired(site, row)) return row
    if (clears) await clear(site, row)
    return null
  }
  const findFormer = async (): Promise<Held | null> => {
    for (const token of formerTokens(site, jar)) {
      const row = await open(token)
      if (row !== null) return { ...row, isFormer: true }
    }
    return null
  }
  return findOnly(ownTokens(site, jar), open, findFormer)
}
