import type { Adapter, AdapterSession } from '@authwright/core/adapters'
import { instantOf, readRow, readRows, writeKey, writeNewRow, writeRow } from '../rows/codec.ts'
import {
  sessionHandle,
  hashOf,
  matchesHash,
  storedToken,
  readSessionHandle,
  storedTokenCandidates,
} from '../rows/hash.ts'
import { asUser } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { StatementContext, Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

// An alias that is unlikely to be the name of an application's column.
const EXPIRES = 'authwright_session_expires'

const withUser = statement<StatementContext>((db, [tokenHash, plainToken], { engine, schema }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .selectAll('users')
    .select(`sessions.expires as ${EXPIRES}`)
    .where((eb) => {
      const is = (token: unknown) => engine.equals(eb, 'sessions.tokenHash', token)
      return schema.useExistingTables ? eb.or([is(tokenHash), is(plainToken)]) : is(tokenHash)
    }),
)
const ofUser = statement<StatementContext>((db, [userId], { engine }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where((eb) => engine.equals(eb, 'userId', userId))
    .orderBy('expires', 'desc'),
)
const deleteAll = statement<StatementContext>((db, [userId], { engine }) =>
  db.deleteFrom('sessions').where((eb) => engine.equals(eb, 'userId', userId)),
)

type SessionMethods = Required<
  Pick<
    Adapter,
    | 'createSession'
    | 'createSessionOfAccount'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'listSessions'
    | 'deleteSessions'
  >
>

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const asSession = (row: Row, sessionToken: string): AdapterSession => ({
  sessionToken,
  userId: String(row['userId']),
  expires: instantOf(row['expires']),
  createdAt: row['createdAt'] instanceof Date ? row['createdAt'] : null,
  browser: asText(row['browser']),
  system: asText(row['system']),
})

/** The sessions of a user, each with its stored token. */
const sessionsOf = async (store: Store, userId: string) => {
  const rows = await store.run('sessions', ofUser, await writeKey(store, 'sessions', 'userId', userId))
  return (await readRows(store, 'sessions', rows)).map((row) => {
    const stored = String(row['tokenHash'])
    return { stored, session: asSession(row, sessionHandle(store.schema, stored, userId)) }
  })
}

const writeSession = (store: Store, session: AdapterSession): Promise<Row> => {
  const { sessionToken, userId, expires, createdAt, browser, system } = session
  const tokenHash = storedToken(store.schema, sessionToken)
  return writeNewRow(store, 'sessions', { tokenHash, userId, expires, createdAt, browser, system })
}

/** The stored tokens that a session token or a session handle may match. */
const storedTokensFor = async (store: Store, given: string): Promise<readonly string[]> => {
  const handle = readSessionHandle(given)
  if (handle === null) return storedTokenCandidates(store.schema, given)
  if (!store.schema.useExistingTables) return [handle.hash]
  const own = await sessionsOf(store, handle.userId)
  return own.map(({ stored }) => stored).filter((stored) => matchesHash(store.schema, stored, handle.hash))
}

const deleteSession = async (store: Store, given: string): Promise<AdapterSession | null> => {
  const tokenHash = await storedTokensFor(store, given)
  const row = tokenHash.length === 0 ? undefined : await store.delete('sessions', { tokenHash })
  return row === undefined ? null : asSession(await readRow(store, 'sessions', row), given)
}

/** The adapter's methods for sessions. Only hashes are stored, so a returned session has the token that was passed. */
export const sessionMethods = (store: Store): SessionMethods => ({
  createSession: async (session) => {
    await store.add('sessions', await writeSession(store, session))
    return { ...session }
  },
  createSessionOfAccount: async (session, { provider, providerAccountId }) => {
    const row = await writeSession(store, session)
    const userId = await writeKey(store, 'accounts', 'userId', session.userId)
    const isStored = await store.insertIf('sessions', row, 'accounts', { provider, providerAccountId, userId })
    return isStored ? { ...session } : null
  },
  getSessionAndUser: async (sessionToken) => {
    const [hashed = '', plainToken = hashed] = storedTokenCandidates(store.schema, sessionToken)
    const [row] = await store.run('sessions', withUser, hashed, plainToken)
    if (row === undefined) return null
    const { [EXPIRES]: storedExpires, ...rest } = row
    const user = asUser(await readRow(store, 'users', rest))
    const { expires } = await readRow(store, 'sessions', { expires: storedExpires })
    return { session: { sessionToken, userId: user.id, expires: instantOf(expires) }, user }
  },
  updateSession: async ({ sessionToken, expires }) => {
    const key = { tokenHash: storedTokenCandidates(store.schema, sessionToken) }
    const values = await writeRow(store, 'sessions', { expires })
    const row = await (expires === undefined ? store.find('sessions', key) : store.update('sessions', values, key))
    return row === undefined ? null : asSession(await readRow(store, 'sessions', row), sessionToken)
  },
  deleteSession: (sessionToken) => deleteSession(store, sessionToken),
  listSessions: async (userId, current) => {
    const currentHash = hashOf(current ?? '')
    const own = await sessionsOf(store, userId)
    return own
      .filter(({ session }) => session.expires.getTime() > store.now())
      .map(({ stored, session }) =>
        // The empty text is no token.
        current && matchesHash(store.schema, stored, currentHash) ? { ...session, sessionToken: current } : session,
      )
  },
  deleteSessions: async (userId, except) => {
    if (except === undefined)
      return void (await store.run('sessions', deleteAll, await writeKey(store, 'sessions', 'userId', userId)))
    const hash = readSessionHandle(except)?.hash ?? hashOf(except)
    for (const { stored } of await sessionsOf(store, userId))
      if (!matchesHash(store.schema, stored, hash)) await store.delete('sessions', { tokenHash: stored })
  },
})
