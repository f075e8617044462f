import type { Adapter } from '@gatehouse/core/adapters'
import { readInstant } from '../rows/codec.ts'
import { hashOf } from '../rows/hash.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const insert = statement((db, [identifier, tokenHash, expires]) =>
  db.insertInto('verification_tokens').values({ identifier, tokenHash, expires }),
)
// One statement finds and deletes, so that of many at once exactly one has the token.
const take = statement((db, [identifier, tokenHash]) =>
  db
    .deleteFrom('verification_tokens')
    .where('identifier', '=', identifier)
    .where('tokenHash', '=', tokenHash)
    .returning('expires'),
)

const takeAll = statement((db, [identifier]) =>
  db.deleteFrom('verification_tokens').where('identifier', '=', identifier),
)

type TokenMethods = Required<
  Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'>
>

/** The methods about one-time tokens. An expired one is still handed out: the engine refuses it, and it is gone. */
export const verificationTokenMethods = (store: Store): TokenMethods => ({
  createVerificationToken: async ({ identifier, token, expires }) => {
    await store.run(insert, identifier, hashOf(token), store.flavour.write('instant', expires))
    return { identifier, token, expires }
  },
  useVerificationToken: async ({ identifier, token }) => {
    // Both come from a link that anybody can write.
    if (typeof identifier !== 'string' || typeof token !== 'string') return null
    const [row] = (await store.run(take, identifier, hashOf(token))).rows
    return row === undefined ? null : { identifier, token, expires: readInstant(store, row['expires']) }
  },
  deleteVerificationTokens: async (identifier) => {
    await store.run(takeAll, identifier)
  },
})
