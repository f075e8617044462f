import type { Adapter } from '@authwright/core/adapters'
import { instantOf, readRow, writeNewRow } from '../rows/codec.ts'
import { keptToken, tokenKeys } from '../rows/hash.ts'
import { statement } from '../store/statement.ts'
import type { Manner, Store } from '../store/store.ts'

const removeAll = statement<Manner>((db, [identifier], { flavour }) =>
  db.deleteFrom('verification_tokens').where((eb) => flavour.is(eb, 'identifier', identifier)),
)

type TokenMethods = Required<
  Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'>
>

/** The methods about one-time tokens. An expired one is still handed out: the engine refuses it, and it is gone. */
export const verificationTokenMethods = (store: Store): TokenMethods => ({
  createVerificationToken: async ({ identifier, token, expires }) => {
    const tokenHash = keptToken(store.layout, token)
    const values = await writeNewRow(store, 'verification_tokens', { identifier, tokenHash, expires })
    await store.insert('verification_tokens', values, { identifier, tokenHash })
    return { identifier, token, expires }
  },
  useVerificationToken: async ({ identifier, token }) => {
    // Both come from a link that anybody can write.
    if (typeof identifier !== 'string' || typeof token !== 'string') return null
    const row = await store.take('verification_tokens', { identifier, tokenHash: tokenKeys(store.layout, token) })
    if (row === undefined) return null
    return { identifier, token, expires: instantOf((await readRow(store, 'verification_tokens', row))['expires']) }
  },
  deleteVerificationTokens: async (identifier) => {
    await store.run('verification_tokens', removeAll, identifier)
  },
})
