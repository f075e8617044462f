import type { Adapter, AdapterSession } from '@authwright/core/adapters'
import { instantOf, readRow, readRows, writeKey, writeNewRow, writeRow } from '../rows/codec.ts'
import { handleOf, hashOf, hasHash, keptToken, readHandle, tokenKeys } from '../rows/hash.ts'
import { asUser } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { Manner, Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

// An alias that no column of an application is likely to bear.
const EXPIRES = 'authwright_session_expires'

const withUser = statement<Manner>((db, [tokenHash, asItIs], { flavour, layout }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .selectAll('users')
    .select(`sessions.expires as ${EXPIRES}`)
    .where((eb) => {
      const is = (token: unknown) => flavour.is(eb, 'sessions.tokenHash', token)
      return layout.adopted ? eb.or([is(tokenHash), is(asItIs)]) : is(tokenHash)
    }),
)
const ofUser = statement<Manner>((db, [userId], { flavour }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where((eb) => flavour.is(eb, 'userId', userId))
    .orderBy('expires', 'desc'),
)
const removeAll = statement<Manner>((db, [userId], { flavour }) =>
  db.deleteFrom('sessions').where((eb) => flavour.is(eb, 'userId', userId)),
)

type SessionMethods = Required<
  Pick<
    Adapter,
    'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'listSessions' | 'deleteSessions'
  >
>

const asSession = (row: Row, sessionToken: string): AdapterSession => ({
  sessionToken,
  userId: String(row['userId']),
  expires: instantOf(row['expires']),
})

/** The sessions of a user, each with what is kept of its token. */
const sessionsOf = async (store: Store, userId: string) => {
  const rows = await store.run('sessions', ofUser, await writeKey(store, 'sessions', 'userId', userId))
  return (await readRows(store, 'sessions', rows)).map((row) => {
    const kept = String(row['tokenHash'])
    return { kept, session: asSession(row, handleOf(store.layout, kept, userId)) }
  })
}

/** What the sessions may be kept under that a token or a handle names. */
const keysOf = async (store: Store, given: string): Promise<readonly string[]> => {
  const handle = readHandle(given)
  if (handle === null) return tokenKeys(store.layout, given)
  if (!store.layout.adopted) return [handle.hash]
  const own = await sessionsOf(store, handle.userId)
  return own.map(({ kept }) => kept).filter((kept) => hasHash(store.layout, kept, handle.hash))
}

const end = async (store: Store, given: string): Promise<AdapterSession | null> => {
  const tokenHash = await keysOf(store, given)
  const row = tokenHash.length === 0 ? undefined : await store.take('sessions', { tokenHash })
  return row === undefined ? null : asSession(await readRow(store, 'sessions', row), given)
}

/** The methods about sessions. The clear token is never kept: what comes back carries the one that was given. */
export const sessionMethods = (store: Store): SessionMethods => ({
  createSession: async ({ sessionToken, userId, expires }) => {
    const tokenHash = keptToken(store.layout, sessionToken)
    const values = await writeNewRow(store, 'sessions', { tokenHash, userId, expires })
    await store.insert('sessions', values, { tokenHash })
    return { sessionToken, userId, expires }
  },
  getSessionAndUser: async (sessionToken) => {
    const [hashed = '', asItIs = hashed] = tokenKeys(store.layout, sessionToken)
    const [row] = await store.run('sessions', withUser, hashed, asItIs)
    if (row === undefined) return null
    const { [EXPIRES]: kept, ...rest } = row
    const user = asUser(await readRow(store, 'users', rest))
    const { expires } = await readRow(store, 'sessions', { expires: kept })
    return { session: { sessionToken, userId: user.id, expires: instantOf(expires) }, user }
  },
  updateSession: async ({ sessionToken, expires }) => {
    const key = { tokenHash: tokenKeys(store.layout, sessionToken) }
    const values = await writeRow(store, 'sessions', { expires })
    const row = await (expires === undefined ? store.find('sessions', key) : store.change('sessions', values, key))
    return row === undefined ? null : asSession(await readRow(store, 'sessions', row), sessionToken)
  },
  deleteSession: (sessionToken) => end(store, sessionToken),
  listSessions: async (userId) =>
    (await sessionsOf(store, userId))
      .map(({ session }) => session)
      .filter(({ expires }) => expires.getTime() > store.now()),
  deleteSessions: async (userId, except) => {
    if (except === undefined)
      return void (await store.run('sessions', removeAll, await writeKey(store, 'sessions', 'userId', userId)))
    const hash = readHandle(except)?.hash ?? hashOf(except)
    for (const { kept } of await sessionsOf(store, userId))
      if (!hasHash(store.layout, kept, hash)) await store.take('sessions', { tokenHash: kept })
  },
})
