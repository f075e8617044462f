import type { Adapter, AdapterUser } from '@authwright/core/adapters'
import { sql } from 'kysely'
import { readRow, readRows, writeKey, writeNewRow, writeRow } from '../rows/codec.ts'
import { asUser, normalizeEmail } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { StatementContext, Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const byAccount = statement<StatementContext>((db, [provider, providerAccountId], { engine }) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .selectAll('users')
    .where((eb) => engine.equals(eb, 'accounts.provider', provider))
    .where((eb) => engine.equals(eb, 'accounts.providerAccountId', providerAccountId)),
)

// MySQL and MariaDB have no index for the expression. There, case depends on the column's collation.
const byAnyCase = statement<StatementContext>((db, [email], { engine }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(engine.name === 'mysql' ? eb.ref('email') : eb.fn('lower', ['email']), '=', email)),
)

/**
 * Finds a user by e-mail address. Existing tables may store an address in any case, and more than once: then the user
 * is ambiguous, and this throws. Databases ignore more than the case of ASCII letters, so their result is filtered
 * again.
 */
const findByEmail = async (store: Store, email: string): Promise<Row | undefined> => {
  if (!store.schema.useExistingTables) return store.find('users', { email })
  const found = await store.run('users', byAnyCase, email)
  const users = await readRows(store, 'users', found)
  const [row, other] = found.filter((_, i) => normalizeEmail(users[i]?.['email']) === email)
  if (other !== undefined) throw new Error('several users have the same e-mail address in different case')
  return row
}

const deleteOwned = (table: 'accounts' | 'sessions' | 'authenticators') =>
  statement<StatementContext>((db, [userId], { engine }) =>
    db.deleteFrom(table).where((eb) => engine.equals(eb, 'userId', userId)),
  )

const owned = [
  ['accounts', deleteOwned('accounts')],
  ['sessions', deleteOwned('sessions')],
  ['authenticators', deleteOwned('authenticators')],
] as const

type UserMethods = Required<
  Pick<
    Adapter,
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'getUserByAccount'
    | 'updateUser'
    | 'deleteUser'
    | 'revokeSessions'
    | 'scheduleUserDeletion'
    | 'listUsersToDelete'
  >
>

const due = statement<StatementContext>((db, [before, limit]) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.ref('deleteAt'), '<=', before))
    .orderBy('deleteAt')
    .limit(sql<number>`${limit}`),
)

/** Throws if existing tables lack a column, which no migration adds. The write would succeed and have no effect. */
const requireColumn = async (store: Store, name: string, purpose: string): Promise<void> => {
  if (!Object.hasOwn(await store.columns('users', { from: 'value', names: [name] }), name))
    throw new Error(`the table of users has no column ${name}: add it to be able to ${purpose}`)
}

const withNormalEmail = <User extends object>(user: User): User =>
  'email' in user ? { ...user, email: normalizeEmail(user.email) } : user

/** The adapter's methods for users. */
export const userMethods = (store: Store): UserMethods => {
  const read = async (row: Row | undefined): Promise<AdapterUser | null> =>
    row === undefined ? null : asUser(await readRow(store, 'users', row))
  const requireFound = async (row: Row | undefined, id: string): Promise<AdapterUser> => {
    const user = await read(row)
    if (user === null) throw new Error(`there is no user ${id}`)
    return user
  }
  const keyOf = async (id: string) => ({ id: await writeKey(store, 'users', 'id', id) })

  return {
    createUser: async (user) => {
      const values = await writeNewRow(store, 'users', withNormalEmail(user))
      return requireFound(await store.insert('users', values, { id: values['id'] }), user.id)
    },
    getUser: async (id) => read(await store.find('users', await keyOf(id))),
    getUserByEmail: async (email) => {
      const normal = normalizeEmail(email)
      return normal === null ? null : read(await findByEmail(store, normal))
    },
    getUserByAccount: async ({ provider, providerAccountId }) =>
      read((await store.run('accounts', byAccount, provider, providerAccountId))[0]),
    updateUser: async ({ id, ...changes }) => {
      const values = await writeRow(store, 'users', withNormalEmail(changes))
      const key = await keyOf(id)
      const isEmpty = Object.keys(values).length === 0
      return requireFound(await (isEmpty ? store.find('users', key) : store.update('users', values, key)), id)
    },
    revokeSessions: async (id, at) => {
      await requireColumn(store, 'sessionsRevokedAt', 'revoke sessions')
      const values = await writeRow(store, 'users', { sessionsRevokedAt: at })
      await requireFound(await store.update('users', values, await keyOf(id)), id)
    },
    scheduleUserDeletion: async (id, deleteAt) => {
      await requireColumn(store, 'deleteAt', 'delay the deletion of users')
      const values = await writeRow(store, 'users', { deleteAt })
      await requireFound(await store.update('users', values, await keyOf(id)), id)
    },
    listUsersToDelete: async (before, limit) => {
      await requireColumn(store, 'deleteAt', 'delay the deletion of users')
      const { deleteAt } = await writeRow(store, 'users', { deleteAt: before })
      const rows = await store.run('users', due, deleteAt, limit)
      return (await readRows(store, 'users', rows)).map(asUser)
    },
    deleteUser: async (id) => {
      const key = await keyOf(id)
      if (!store.schema.useExistingTables) return read(await store.delete('users', key))
      // Existing tables may have no foreign keys.
      return store.inTransactionIfSupported(async (within) => {
        for (const [table, deleteRows] of owned)
          await within.run(table, deleteRows, await writeKey(within, table, 'userId', id))
        return read(await within.delete('users', key))
      })
    },
  }
}
