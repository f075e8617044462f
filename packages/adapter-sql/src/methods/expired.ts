import { writeRow } from '../rows/codec.ts'
import type { Over } from '../store/flavour.ts'
import type { Store } from '../store/store.ts'

const places: readonly Pick<Over, 'table' | 'key'>[] = [
  { table: 'sessions', key: 'tokenHash' },
  { table: 'verification_tokens', key: 'tokenHash' },
  { table: 'attempts', key: 'keyHash' },
]

/** How much is cleaned at once. */
export interface DeleteExpiredOptions {
  /** How many rows at most. @default 1000 */
  readonly limit?: number
}

/** Removes rows whose time is over, the oldest first. Answers how many; ask again while it is the limit. */
export const deleteExpired = async (store: Store, { limit = 1000 }: DeleteExpiredOptions = {}): Promise<number> => {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('the limit is a whole number, at least 1')
  let removed = 0
  for (const { table, key } of places) {
    if (removed >= limit) break
    const { expires: now } = await writeRow(store, table, { expires: new Date(store.now()) })
    const over = { table, key, now, limit: limit - removed }
    removed += await store.ask(table, (db) => store.flavour.removeOver(db, over))
  }
  return removed
}
