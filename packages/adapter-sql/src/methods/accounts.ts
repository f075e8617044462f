import type { Adapter, AdapterAccount } from '@gatehouse/core/adapters'
import { writeRow } from '../rows/codec.ts'
import { readAccount } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const find = statement((db, [provider, providerAccountId]) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerAccountId', '=', providerAccountId),
)
const remove = statement((db, [provider, providerAccountId]) =>
  db
    .deleteFrom('accounts')
    .where('provider', '=', provider)
    .where('providerAccountId', '=', providerAccountId)
    .returningAll(),
)
const ofUser = statement((db, [userId]) =>
  db.selectFrom('accounts').selectAll().where('userId', '=', userId).orderBy('provider').orderBy('providerAccountId'),
)

type AccountMethods = Required<
  Pick<Adapter, 'linkAccount' | 'unlinkAccount' | 'getAccount' | 'listAccounts' | 'updateAccount'>
>

/** The methods about accounts. */
export const accountMethods = (store: Store): AccountMethods => {
  const read = async (rows: readonly Row[]): Promise<AdapterAccount[]> => {
    const columns = await store.columns('accounts')
    return rows.map((row) => readAccount(store, columns, row))
  }
  const first = async (rows: readonly Row[]): Promise<AdapterAccount | null> => (await read(rows))[0] ?? null

  return {
    linkAccount: async (account) => {
      const values = writeRow(store, await store.columns('accounts'), account)
      return first(await store.rows((db) => db.insertInto('accounts').values(values).returningAll()))
    },
    unlinkAccount: async ({ provider, providerAccountId }) =>
      (await first((await store.run(remove, provider, providerAccountId)).rows)) ?? undefined,
    getAccount: async (providerAccountId, provider) => first((await store.run(find, provider, providerAccountId)).rows),
    listAccounts: async (userId) => read((await store.run(ofUser, userId)).rows),
    updateAccount: async ({ provider, providerAccountId, ...changes }) => {
      const values = writeRow(store, await store.columns('accounts'), changes)
      if (Object.keys(values).length === 0) return first((await store.run(find, provider, providerAccountId)).rows)
      return first(
        await store.rows((db) =>
          db
            .updateTable('accounts')
            .set(values)
            .where('provider', '=', provider)
            .where('providerAccountId', '=', providerAccountId)
            .returningAll(),
        ),
      )
    },
  }
}
