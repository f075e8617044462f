import type { Adapter } from '@authwright/core/adapters'
import { instantOf, readRow, writeNewRow } from '../rows/codec.ts'
import { storedToken, storedTokenCandidates } from '../rows/hash.ts'
import { statement } from '../store/statement.ts'
import type { StatementContext, Store } from '../store/store.ts'

const deleteAll = statement<StatementContext>((db, [identifier], { engine }) =>
  db.deleteFrom('verification_tokens').where((eb) => engine.equals(eb, 'identifier', identifier)),
)

type TokenMethods = Required<
  Pick<
    Adapter,
    'createVerificationToken' | 'useVerificationToken' | 'getVerificationToken' | 'deleteVerificationTokens'
  >
>

interface TokenKey {
  readonly identifier: string
  readonly token: string
}

/** Finds or deletes the row of a token, and returns it as the contract has it. */
const takeRow = async (store: Store, take: 'find' | 'delete', { identifier, token }: TokenKey) => {
  // Both values come from a URL, so their types are not certain.
  if (typeof identifier !== 'string' || typeof token !== 'string') return null
  const tokenHash = storedTokenCandidates(store.schema, token)
  const row = await store[take]('verification_tokens', { identifier, tokenHash })
  if (row === undefined) return null
  return { identifier, token, expires: instantOf((await readRow(store, 'verification_tokens', row))['expires']) }
}

/** The adapter's methods for one-time tokens. An expired token is deleted and returned. Authwright rejects it. */
export const verificationTokenMethods = (store: Store): TokenMethods => ({
  createVerificationToken: async ({ identifier, token, expires }) => {
    const tokenHash = storedToken(store.schema, token)
    const values = await writeNewRow(store, 'verification_tokens', { identifier, tokenHash, expires })
    await store.add('verification_tokens', values)
    return { identifier, token, expires }
  },
  useVerificationToken: (key) => takeRow(store, 'delete', key),
  getVerificationToken: (key) => takeRow(store, 'find', key),
  deleteVerificationTokens: async (identifier) => {
    await store.run('verification_tokens', deleteAll, identifier)
  },
})
