import type { Adapter } from '@authwright/core/adapters'
import { type Kysely, sql } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import { writeRow } from '../rows/codec.ts'
import { hashOf } from '../rows/hash.ts'
import type { Store } from '../store/store.ts'
import type { Tables } from '../store/tables.ts'

interface Decrement {
  readonly keyHash: string
  readonly expires: unknown
  /** An instant in the past. */
  readonly past: unknown
}

/** Decrements by one statement. A counter at one expires instead, so that the next increment starts it again. */
const decrement = (db: Kysely<Tables>, engine: EngineRules, { keyHash, expires, past }: Decrement) =>
  db
    .updateTable('counters')
    // MySQL assigns from left to right, so `expires` comes first, while `count` still has its old value.
    .set({
      expires: sql`case when ${sql.ref('count')} > 1 then ${sql.ref('expires')} else ${past} end`,
      count: sql`case when ${sql.ref('count')} > 1 then ${sql.ref('count')} - 1 else 1 end`,
    })
    .where((eb) => eb.and([engine.equals(eb, 'keyHash', keyHash), eb('expires', '=', expires)]))
    .execute()

/** The adapter's methods for counters. Keys are hashed, since they may contain an e-mail address. */
export const counterMethods = (store: Store): Required<Pick<Adapter, 'incrementCounter' | 'decrementCounter'>> => {
  const write = async (instant: Date) => (await writeRow(store, 'counters', { expires: instant }))['expires']
  return {
    incrementCounter: async (key, expires) => {
      const now = await write(new Date(store.now()))
      const increment = { keyHash: hashOf(key), expires: await write(expires), now }
      const run = (within: Store) => within.query('counters', (db) => within.engine.incrementCounter(db, increment))
      // Without `returning` it takes two statements, and these need a transaction.
      return store.engine.supportsReturning ? run(store) : store.transaction(run)
    },
    decrementCounter: async (key, expires) => {
      const values = { keyHash: hashOf(key), expires: await write(expires), past: await write(new Date(0)) }
      await store.query('counters', (db) => decrement(db, store.engine, values))
    },
  }
}
