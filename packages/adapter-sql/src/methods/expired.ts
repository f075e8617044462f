import { sql } from 'kysely'
import { statement, type Statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

const removal = (table: 'sessions' | 'verification_tokens' | 'attempts', key: 'tokenHash' | 'keyHash'): Statement =>
  statement((db, [now, limit]) => {
    const most = sql<number>`${limit}`
    const oldest = db.selectFrom(table).select(key).where('expires', '<=', now).orderBy('expires').limit(most)
    return db.deleteFrom(table).where('expires', '<=', now).where(key, 'in', oldest)
  })

const removals = [
  removal('sessions', 'tokenHash'),
  removal('verification_tokens', 'tokenHash'),
  removal('attempts', 'keyHash'),
]

/** How much is cleaned at once. */
export interface DeleteExpiredOptions {
  /** How many rows at most. @default 1000 */
  readonly limit?: number
}

/** Removes rows whose time is over, the oldest first. Answers how many; ask again while it is the limit. */
export const deleteExpired = async (store: Store, { limit = 1000 }: DeleteExpiredOptions = {}): Promise<number> => {
  const now = store.flavour.write('instant', new Date(store.now()))
  let removed = 0
  for (const statement of removals) {
    if (removed >= limit) break
    const { numAffectedRows } = await store.run(statement, now, limit - removed)
    removed += Number(numAffectedRows ?? 0)
  }
  return removed
}
