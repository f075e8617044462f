import type { Adapter, AdapterAccount } from '@authwright/core/adapters'
import { readRow, readRows, writeKey, writeNewRow, writeRow } from '../rows/codec.ts'
import { asAccount } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { StatementContext, Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const ofUser = statement<StatementContext>((db, [userId], { engine }) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => engine.equals(eb, 'userId', userId))
    .orderBy('provider')
    .orderBy('providerAccountId'),
)

type AccountMethods = Required<
  Pick<Adapter, 'linkAccount' | 'unlinkAccount' | 'getAccount' | 'listAccounts' | 'updateAccount'>
>

/** The adapter's methods for accounts. */
export const accountMethods = (store: Store): AccountMethods => {
  const read = async (row: Row | undefined): Promise<AdapterAccount | null> =>
    row === undefined ? null : asAccount(await readRow(store, 'accounts', row))

  return {
    linkAccount: async (account) => {
      const values = await writeNewRow(store, 'accounts', account)
      const { provider, providerAccountId } = account
      return read(await store.insert('accounts', values, { provider, providerAccountId }))
    },
    unlinkAccount: async ({ provider, providerAccountId }) =>
      (await read(await store.delete('accounts', { provider, providerAccountId }))) ?? undefined,
    getAccount: async (providerAccountId, provider) =>
      read(await store.find('accounts', { provider, providerAccountId })),
    listAccounts: async (userId) => {
      const rows = await store.run('accounts', ofUser, await writeKey(store, 'accounts', 'userId', userId))
      return (await readRows(store, 'accounts', rows)).map(asAccount)
    },
    updateAccount: async ({ provider, providerAccountId, ...changes }) => {
      const key = { provider, providerAccountId }
      const values = await writeRow(store, 'accounts', changes)
      const isEmpty = Object.keys(values).length === 0
      return read(await (isEmpty ? store.find('accounts', key) : store.update('accounts', values, key)))
    },
  }
}
