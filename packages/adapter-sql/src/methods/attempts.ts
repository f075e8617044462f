import type { Adapter } from '@gatehouse/core/adapters'
import { sql } from 'kysely'
import { hashOf } from '../rows/hash.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

// A counter whose time is over starts again; one that lives keeps its end, whoever asks for another.
const add = statement((db, [keyHash, expires, now]) =>
  db
    .insertInto('attempts')
    .values({ keyHash, count: 1, expires })
    .onConflict((conflict) =>
      conflict.column('keyHash').doUpdateSet({
        count: sql`case when attempts.expires <= ${now} then 1 else attempts.count + 1 end`,
        expires: sql`case when attempts.expires <= ${now} then excluded.expires else attempts.expires end`,
      }),
    )
    .returning('count'),
)

/** The counter of attempts. Keys are hashed, since they may hold an address. */
export const attemptMethods = (store: Store): Required<Pick<Adapter, 'countAttempt'>> => ({
  countAttempt: async (key, expires) => {
    const now = store.flavour.write('instant', new Date(store.now()))
    const { rows } = await store.run(add, hashOf(key), store.flavour.write('instant', expires), now)
    return Number(rows[0]?.['count'])
  },
})
