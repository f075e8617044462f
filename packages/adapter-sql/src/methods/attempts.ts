import type { Adapter } from '@gatehouse/core/adapters'
import { writeRow } from '../rows/codec.ts'
import { hashOf } from '../rows/hash.ts'
import type { Store } from '../store/store.ts'

/** The counter of attempts. Keys are hashed, since they may hold an address. */
export const attemptMethods = (store: Store): Required<Pick<Adapter, 'countAttempt'>> => ({
  countAttempt: async (key, expires) => {
    const { expires: end } = await writeRow(store, 'attempts', { expires })
    const { expires: now } = await writeRow(store, 'attempts', { expires: new Date(store.now()) })
    const attempt = { keyHash: hashOf(key), expires: end, now }
    const count = (within: Store) => within.ask('attempts', (db) => within.flavour.count(db, attempt))
    // What takes two statements takes a transaction.
    return store.flavour.returning ? count(store) : store.transaction(count)
  },
})
