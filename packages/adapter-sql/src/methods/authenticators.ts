import type { Adapter, AdapterAuthenticator } from '@gatehouse/core/adapters'
import { writeRow } from '../rows/codec.ts'
import { readAuthenticator } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const find = statement((db, [id]) => db.selectFrom('authenticators').selectAll().where('credentialID', '=', id))
const ofUser = statement((db, [userId]) =>
  db.selectFrom('authenticators').selectAll().where('userId', '=', userId).orderBy('credentialID'),
)
const count = statement((db, [id, counter]) =>
  db.updateTable('authenticators').set({ counter }).where('credentialID', '=', id).returningAll(),
)
const remove = statement((db, [id]) => db.deleteFrom('authenticators').where('credentialID', '=', id))

type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | 'getAuthenticator'
    | 'createAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
    | 'updateAuthenticator'
    | 'deleteAuthenticator'
  >
>

/** The methods about passkeys. */
export const authenticatorMethods = (store: Store): AuthenticatorMethods => {
  const read = async (rows: readonly Row[]): Promise<AdapterAuthenticator[]> => {
    const columns = await store.columns('authenticators')
    return rows.map((row) => readAuthenticator(store, columns, row))
  }
  const must = async (rows: readonly Row[]): Promise<AdapterAuthenticator> => {
    const [authenticator] = await read(rows)
    if (authenticator === undefined) throw new Error('there is no such authenticator')
    return authenticator
  }

  return {
    getAuthenticator: async (id) => (await read((await store.run(find, id)).rows))[0] ?? null,
    createAuthenticator: async (authenticator) => {
      const values = writeRow(store, await store.columns('authenticators'), authenticator)
      return must(await store.rows((db) => db.insertInto('authenticators').values(values).returningAll()))
    },
    listAuthenticatorsByUserId: async (userId) => read((await store.run(ofUser, userId)).rows),
    updateAuthenticatorCounter: async (id, counter) => must((await store.run(count, id, counter)).rows),
    updateAuthenticator: async ({ credentialID, ...changes }) => {
      const values = writeRow(store, await store.columns('authenticators'), changes)
      if (Object.keys(values).length === 0) return must((await store.run(find, credentialID)).rows)
      return must(
        await store.rows((db) =>
          db.updateTable('authenticators').set(values).where('credentialID', '=', credentialID).returningAll(),
        ),
      )
    },
    deleteAuthenticator: async (id) => {
      await store.run(remove, id)
    },
  }
}
