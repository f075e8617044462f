import type { Adapter, AdapterAuthenticator } from '@authwright/core/adapters'
import { readRow, readRows, writeKey, writeNewRow, writeRow } from '../rows/codec.ts'
import { asAuthenticator } from '../rows/models.ts'
import { statement } from '../store/statement.ts'
import type { StatementContext, Store } from '../store/store.ts'
import type { Row } from '../store/tables.ts'

const ofUser = statement<StatementContext>((db, [userId], { engine }) =>
  db
    .selectFrom('authenticators')
    .selectAll()
    .where((eb) => engine.equals(eb, 'userId', userId))
    .orderBy('credentialID'),
)

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

/** The adapter's methods for passkeys. */
export const authenticatorMethods = (store: Store): AuthenticatorMethods => {
  const read = async (row: Row | undefined): Promise<AdapterAuthenticator | null> =>
    row === undefined ? null : asAuthenticator(await readRow(store, 'authenticators', row))
  const requireFound = async (row: Row | undefined): Promise<AdapterAuthenticator> => {
    const authenticator = await read(row)
    if (authenticator === null) throw new Error('there is no authenticator with this credential id')
    return authenticator
  }
  const change = async (credentialID: string, changes: object) => {
    const key = { credentialID }
    const values = await writeRow(store, 'authenticators', changes)
    const isEmpty = Object.keys(values).length === 0
    return requireFound(
      await (isEmpty ? store.find('authenticators', key) : store.update('authenticators', values, key)),
    )
  }

  return {
    getAuthenticator: async (credentialID) => read(await store.find('authenticators', { credentialID })),
    createAuthenticator: async (authenticator) => {
      const values = await writeNewRow(store, 'authenticators', authenticator)
      return requireFound(await store.insert('authenticators', values, { credentialID: authenticator.credentialID }))
    },
    listAuthenticatorsByUserId: async (userId) => {
      const rows = await store.run('authenticators', ofUser, await writeKey(store, 'authenticators', 'userId', userId))
      return (await readRows(store, 'authenticators', rows)).map(asAuthenticator)
    },
    updateAuthenticatorCounter: (credentialID, counter) => change(credentialID, { counter }),
    updateAuthenticator: ({ credentialID, ...changes }) => change(credentialID, changes),
    deleteAuthenticator: async (credentialID) => {
      await store.delete('authenticators', { credentialID })
    },
  }
}
