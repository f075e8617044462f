import type { Adapter, AdapterUser } from '@gatehouse/core/adapters'
import { writeRow } from '../rows/codec.ts'
import { normalEmail, readUser } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const byId = statement((db, [id]) => db.selectFrom('users').selectAll().where('id', '=', id))
const byEmail = statement((db, [email]) => db.selectFrom('users').selectAll().where('email', '=', email))
const byAccount = statement((db, [provider, providerAccountId]) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .selectAll('users')
    .where('accounts.provider', '=', provider)
    .where('accounts.providerAccountId', '=', providerAccountId),
)
const remove = statement((db, [id]) => db.deleteFrom('users').where('id', '=', id).returningAll())

type UserMethods = Required<
  Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'>
>

/** The methods about users. */
export const userMethods = (store: Store): UserMethods => {
  const read = async (rows: readonly Row[]): Promise<AdapterUser | null> => {
    const [row] = rows
    return row === undefined ? null : readUser(store, await store.columns('users'), row)
  }
  const must = async (rows: readonly Row[], id: string): Promise<AdapterUser> => {
    const user = await read(rows)
    if (user === null) throw new Error(`there is no user ${id}`)
    return user
  }
  const write = async (user: object): Promise<Row> => {
    const row = writeRow(store, await store.columns('users'), user)
    return 'email' in row ? { ...row, email: normalEmail(row['email']) } : row
  }

  return {
    createUser: async (user) => {
      const id = user.id || crypto.randomUUID()
      const values = await write({ ...user, id })
      return must(await store.rows((db) => db.insertInto('users').values(values).returningAll()), id)
    },
    getUser: async (id) => read((await store.run(byId, id)).rows),
    getUserByEmail: async (email) => read((await store.run(byEmail, normalEmail(email))).rows),
    getUserByAccount: async ({ provider, providerAccountId }) =>
      read((await store.run(byAccount, provider, providerAccountId)).rows),
    updateUser: async ({ id, ...changes }) => {
      const values = await write(changes)
      if (Object.keys(values).length === 0) return must((await store.run(byId, id)).rows, id)
      return must(await store.rows((db) => db.updateTable('users').set(values).where('id', '=', id).returningAll()), id)
    },
    deleteUser: async (id) => read((await store.run(remove, id)).rows),
  }
}
