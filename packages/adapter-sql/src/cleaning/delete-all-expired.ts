import type { SqlAdapter } from '../adapter.ts'

/** How much is removed, and until when. */
export interface DeleteAllExpiredOptions {
  /** How many rows are removed at once, at most. @default 1000 */
  readonly limit?: number
  /** Ends the work after the batch that is under way. */
  readonly signal?: AbortSignal
}

/** Milliseconds between two batches, in which whoever waits for a lock or for the one connection of SQLite gets it. */
const PAUSE = 5

const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, PAUSE))

/**
 * Removes all rows whose time is over, batch by batch, and answers how many. Several processes may do so at once: each row is removed by one of
 * them. For jobs; `startCleanup` is for processes that stay.
 *
 * @throws what the database says; batches that were removed stay removed
 * @example
 * export default { scheduled: (_event, env) => deleteAllExpired(d1Adapter({ database: env.DB })) }
 */
export const deleteAllExpired = async (
  adapter: Pick<SqlAdapter, 'deleteExpired'>,
  { limit = 1000, signal }: DeleteAllExpiredOptions = {},
): Promise<number> => {
  let removed = 0
  while (signal?.aborted !== true) {
    const batch = await adapter.deleteExpired({ limit })
    removed += batch
    if (batch < limit) break
    await pause()
  }
  return removed
}
