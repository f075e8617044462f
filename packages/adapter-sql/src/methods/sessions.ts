import type { Adapter, AdapterSession } from '@gatehouse/core/adapters'
import { readInstant } from '../rows/codec.ts'
import { handleOf, hashOf, hashOfTokenOrHandle } from '../rows/hash.ts'
import { readUser } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

// An alias that no column of an application is likely to bear.
const EXPIRES = 'gatehouse_session_expires'

const insert = statement((db, [tokenHash, userId, expires]) =>
  db.insertInto('sessions').values({ tokenHash, userId, expires }),
)
const withUser = statement((db, [tokenHash]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .selectAll('users')
    .select(`sessions.expires as ${EXPIRES}`)
    .where('sessions.tokenHash', '=', tokenHash),
)
const prolong = statement((db, [tokenHash, expires]) =>
  db.updateTable('sessions').set({ expires }).where('tokenHash', '=', tokenHash).returningAll(),
)
const find = statement((db, [tokenHash]) => db.selectFrom('sessions').selectAll().where('tokenHash', '=', tokenHash))
const remove = statement((db, [tokenHash]) =>
  db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).returningAll(),
)
const removeOthers = statement((db, [userId, tokenHash]) =>
  db.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '<>', tokenHash),
)
const ofUser = statement((db, [userId, now]) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expires', '>', now)
    .orderBy('expires', 'desc'),
)

type SessionMethods = Required<
  Pick<
    Adapter,
    'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'listSessions' | 'deleteSessions'
  >
>

/** The methods about sessions. The clear token is never kept: what comes back carries the one that was given. */
export const sessionMethods = (store: Store): SessionMethods => {
  const read = (row: Row, sessionToken: string): AdapterSession => ({
    sessionToken,
    userId: String(row['userId']),
    expires: readInstant(store, row['expires']),
  })
  const first = ([row]: readonly Row[], sessionToken: string): AdapterSession | null =>
    row === undefined ? null : read(row, sessionToken)
  const written = (instant: Date) => store.flavour.write('instant', instant)

  return {
    createSession: async ({ sessionToken, userId, expires }) => {
      await store.run(insert, hashOf(sessionToken), userId, written(expires))
      return { sessionToken, userId, expires }
    },
    getSessionAndUser: async (sessionToken) => {
      const [row] = (await store.run(withUser, hashOf(sessionToken))).rows
      if (row === undefined) return null
      const { [EXPIRES]: expires, ...kept } = row
      const user = readUser(store, await store.columns('users'), kept)
      return { session: { sessionToken, userId: user.id, expires: readInstant(store, expires) }, user }
    },
    updateSession: async ({ sessionToken, expires }) => {
      const tokenHash = hashOf(sessionToken)
      const result = await (expires === undefined
        ? store.run(find, tokenHash)
        : store.run(prolong, tokenHash, written(expires)))
      return first(result.rows, sessionToken)
    },
    deleteSession: async (sessionToken) =>
      first((await store.run(remove, hashOfTokenOrHandle(sessionToken))).rows, sessionToken),
    listSessions: async (userId) => {
      const { rows } = await store.run(ofUser, userId, written(new Date(store.now())))
      return rows.map((row) => read(row, handleOf(String(row['tokenHash']))))
    },
    deleteSessions: async (userId, except) => {
      await store.run(removeOthers, userId, except === undefined ? '' : hashOfTokenOrHandle(except))
    },
  }
}
