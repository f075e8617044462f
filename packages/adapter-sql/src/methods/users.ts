import type { Adapter, AdapterUser } from '@authwright/core/adapters'
import { readRow, readRows, writeKey, writeNewRow, writeRow } from '../rows/codec.ts'
import { asUser, normalEmail } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { Manner, Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const byAccount = statement<Manner>((db, [provider, providerAccountId], { flavour }) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .selectAll('users')
    .where((eb) => flavour.is(eb, 'accounts.provider', provider))
    .where((eb) => flavour.is(eb, 'accounts.providerAccountId', providerAccountId)),
)

// The collation of MySQL and MariaDB ignores case, and their indexes know no expressions.
const byAnyCase = statement<Manner>((db, [email], { flavour }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(flavour.name === 'mysql' ? eb.ref('email') : eb.fn('lower', ['email']), '=', email)),
)

/**
 * In adopted tables an address may be kept in any letters' case, and the same one twice: then nobody can say whose it is. Databases fold more
 * than ASCII letters' case, so what they find is looked at again.
 */
const findByEmail = async (store: Store, email: string): Promise<Row | undefined> => {
  if (!store.layout.adopted) return store.find('users', { email })
  const found = await store.run('users', byAnyCase, email)
  const users = await readRows(store, 'users', found)
  const [row, other] = found.filter((_, i) => normalEmail(users[i]?.['email']) === email)
  if (other !== undefined) throw new Error('several users have one e-mail address in different letter case')
  return row
}

const removeOwned = (table: 'accounts' | 'sessions' | 'authenticators') =>
  statement<Manner>((db, [userId], { flavour }) => db.deleteFrom(table).where((eb) => flavour.is(eb, 'userId', userId)))

const owned = [
  ['accounts', removeOwned('accounts')],
  ['sessions', removeOwned('sessions')],
  ['authenticators', removeOwned('authenticators')],
] as const

type UserMethods = Required<
  Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'>
>

const withNormalEmail = <User extends object>(user: User): User =>
  'email' in user ? { ...user, email: normalEmail(user.email) } : user

/** The methods about users. */
export const userMethods = (store: Store): UserMethods => {
  const read = async (row: Row | undefined): Promise<AdapterUser | null> =>
    row === undefined ? null : asUser(await readRow(store, 'users', row))
  const must = async (row: Row | undefined, id: string): Promise<AdapterUser> => {
    const user = await read(row)
    if (user === null) throw new Error(`there is no user ${id}`)
    return user
  }
  const keyOf = async (id: string) => ({ id: await writeKey(store, 'users', 'id', id) })

  return {
    createUser: async (user) => {
      const values = await writeNewRow(store, 'users', withNormalEmail(user))
      return must(await store.insert('users', values, { id: values['id'] }), user.id)
    },
    getUser: async (id) => read(await store.find('users', await keyOf(id))),
    getUserByEmail: async (email) => {
      const normal = normalEmail(email)
      return normal === null ? null : read(await findByEmail(store, normal))
    },
    getUserByAccount: async ({ provider, providerAccountId }) =>
      read((await store.run('accounts', byAccount, provider, providerAccountId))[0]),
    updateUser: async ({ id, ...changes }) => {
      const values = await writeRow(store, 'users', withNormalEmail(changes))
      const key = await keyOf(id)
      const isEmpty = Object.keys(values).length === 0
      return must(await (isEmpty ? store.find('users', key) : store.change('users', values, key)), id)
    },
    deleteUser: async (id) => {
      const key = await keyOf(id)
      if (!store.layout.adopted) return read(await store.take('users', key))
      // Adopted tables may have no foreign keys.
      return store.together(async (within) => {
        for (const [table, remove] of owned)
          await within.run(table, remove, await writeKey(within, table, 'userId', id))
        return read(await within.take('users', key))
      })
    },
  }
}
