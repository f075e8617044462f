import type { Adapter } from '@authwright/core/adapters'
import { type Kysely, sql } from 'kysely'
import { writeRow } from '../rows/codec.ts'
import { hashOf } from '../rows/hash.ts'
import type { Flavour } from '../store/flavour.ts'
import type { Store } from '../store/store.ts'
import type { Tables } from '../store/tables.ts'

interface Release {
  readonly keyHash: string
  readonly end: unknown
  /** An end that has passed. */
  readonly over: unknown
}

/** One statement. A counter that had counted one is over: the next attempt starts it anew. */
const release = (db: Kysely<Tables>, flavour: Flavour, { keyHash, end, over }: Release) =>
  db
    .updateTable('attempts')
    // MySQL sets from left to right, so the end comes first, while the count is still the former one.
    .set({
      expires: sql`case when ${sql.ref('count')} > 1 then ${sql.ref('expires')} else ${over} end`,
      count: sql`case when ${sql.ref('count')} > 1 then ${sql.ref('count')} - 1 else 1 end`,
    })
    .where((eb) => eb.and([flavour.is(eb, 'keyHash', keyHash), eb('expires', '=', end)]))
    .execute()

/** The counter of attempts. Keys are hashed, since they may hold an address. */
export const attemptMethods = (store: Store): Required<Pick<Adapter, 'incrementCounter' | 'decrementCounter'>> => ({
  incrementCounter: async (key, expires) => {
    const { expires: end } = await writeRow(store, 'attempts', { expires })
    const { expires: now } = await writeRow(store, 'attempts', { expires: new Date(store.now()) })
    const attempt = { keyHash: hashOf(key), expires: end, now }
    const count = (within: Store) => within.ask('attempts', (db) => within.flavour.count(db, attempt))
    // What takes two statements takes a transaction.
    return store.flavour.returning ? count(store) : store.transaction(count)
  },
  decrementCounter: async (key, expires) => {
    const { expires: end } = await writeRow(store, 'attempts', { expires })
    const { expires: over } = await writeRow(store, 'attempts', { expires: new Date(0) })
    await store.ask('attempts', (db) => release(db, store.flavour, { keyHash: hashOf(key), end, over }))
  },
})
