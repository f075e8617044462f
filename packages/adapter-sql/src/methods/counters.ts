import type { Adapter } from '@authwright/core/adapters'
import { writeRow } from '../rows/codec.ts'
import { hashOf } from '../rows/hash.ts'
import type { Store } from '../store/store.ts'

/** The adapter's methods for counters. Keys are hashed, since they may contain an e-mail address. */
export const counterMethods = (store: Store): Required<Pick<Adapter, 'incrementCounter'>> => {
  const write = async (instant: Date) => (await writeRow(store, 'counters', { expires: instant }))['expires']
  return {
    incrementCounter: async (key, expires) => {
      const now = await write(new Date(store.now()))
      const increment = { keyHash: hashOf(key), expires: await write(expires), now }
      const run = (within: Store) => within.query('counters', (db) => within.engine.incrementCounter(db, increment))
      // Without `returning` it takes two statements, and these need a transaction.
      return store.engine.supportsReturning ? run(store) : store.transaction(run)
    },
  }
}
