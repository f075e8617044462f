import { createHash } from 'node:crypto'
import type { AuthConfig } from '@authwright/core'
import type { AdapterSession } from '@authwright/core/adapters'
import { CommandError } from '../command.ts'

/** The length of a handle: 48 bits, so that a person can copy it. */
const HANDLE_LENGTH = 12

/** Names a session without its token, which would sign in. The same session always has the same handle. */
export const handleOf = ({ sessionToken }: AdapterSession): string =>
  createHash('sha256').update(sessionToken).digest('hex').slice(0, HANDLE_LENGTH)

/** What is shown of a session. */
export interface ShownSession {
  readonly handle: string
  readonly browser: string | null
  readonly system: string | null
  readonly createdAt: string | null
  readonly expires: string
}

const isoOf = (time: Date | null | undefined): string | null => (time ? new Date(time).toISOString() : null)

export const shownSession = (session: AdapterSession): ShownSession => ({
  handle: handleOf(session),
  browser: session.browser ?? null,
  system: session.system ?? null,
  createdAt: isoOf(session.createdAt),
  expires: new Date(session.expires).toISOString(),
})

/** An adapter may list sessions that have expired, and delete them later. */
export const openSessions = (rows: readonly AdapterSession[], now: Date): readonly AdapterSession[] =>
  rows.filter(({ expires }) => new Date(expires).getTime() > now.getTime())

/** The session with a handle. */
export const findSession = (rows: readonly AdapterSession[], handle: string): AdapterSession => {
  const [found, second] = rows.filter((row) => handleOf(row) === handle)
  if (found !== undefined && second === undefined) return found
  throw new CommandError(1, `the user has no session ${handle}. authwright sessions list shows the handles`)
}

/** The browser of a session, in words. */
export const describeBrowser = ({ browser, system }: Pick<ShownSession, 'browser' | 'system'>): string =>
  `${browser ?? 'unknown browser'}${system === null ? '' : ` on ${system}`}`

/** Whether the sessions are rows of the database, as the library decides it. */
export const hasSessionRows = ({ session, adapter }: AuthConfig): boolean =>
  (session?.strategy ?? (adapter === undefined ? 'jwt' : 'database')) === 'database'
