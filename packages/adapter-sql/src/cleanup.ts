import { logLine } from './log-line.ts'
import { writeRow } from './rows/codec.ts'
import type { Store } from './store/store.ts'

/**
 * How expired rows are deleted.
 * @example const options: CleanupOptions = { batchSize: 200, signal: AbortSignal.timeout(60_000) }
 */
export interface CleanupOptions {
  /**
   * How many rows one statement deletes at most. @default 1000
   * @example batchSize: 200
   */
  readonly batchSize?: number
  /**
   * Stops the cleanup after the current batch when it is aborted.
   * @example signal: AbortSignal.timeout(60_000)
   */
  readonly signal?: AbortSignal
  /**
   * Called after each batch with the number of rows that this run has deleted so far.
   * @example onBatch: (deleted) => console.log(`${deleted} rows deleted so far`)
   */
  readonly onBatch?: (deleted: number) => void
}

/**
 * An adapter with a cleanup.
 * @example
 * const cleanUp = async ({ cleanup }: CleanupAdapter) => console.log(`${await cleanup()} expired rows deleted`)
 */
export interface CleanupAdapter {
  /**
   * Deletes all expired sessions, one-time tokens and counters in batches, and returns their number. Call it from a
   * timer or a job, not from a request. Several processes may run it at once. Batches before an error stay deleted.
   *
   * @throws RangeError if `batchSize` is not a positive whole number
   * @example
   * const deleted = await sqliteAdapter({ path: 'app.sqlite' }).cleanup()
   */
  readonly cleanup: (options?: CleanupOptions) => Promise<number>
}

/**
 * How often expired rows are deleted.
 * @example const options: StartCleanupOptions = { every: 15 * 60, batchSize: 200 }
 */
export interface StartCleanupOptions extends Pick<CleanupOptions, 'batchSize'> {
  /**
   * Seconds from the end of one run to the start of the next, at most 2 000 000. @default 3600
   * @example every: 15 * 60
   */
  readonly every?: number
  /**
   * Called if a run failed. The next run starts in time, even if this throws. @default logs to the console
   * @example onError: (error) => logger.error({ error }, 'expired rows were not deleted')
   */
  readonly onError?: (error: unknown) => void | Promise<void>
}

/**
 * A cleanup that was started.
 * @example
 * const cleanup: Cleanup = startCleanup(adapter)
 * process.on('SIGTERM', () => void cleanup.stop())
 */
export interface Cleanup {
  /**
   * Resolves when the current batch is done. No batch follows, so the database may be closed.
   * @example
   * const cleanup = startCleanup(adapter)
   * process.on('SIGTERM', () => void cleanup.stop())
   */
  readonly stop: () => Promise<void>
}

const DEFAULT_BATCH_SIZE = 1000

/** Milliseconds between two batches, for requests that wait for a lock or for SQLite's connection. */
const PAUSE = 5

/** Seconds. A timer counts milliseconds in 31 bits. */
const MAX_EVERY = 2_000_000

const checkBatchSize = (batchSize: number): void => {
  if (!Number.isSafeInteger(batchSize) || batchSize < 1)
    throw new RangeError('`batchSize` must be a whole number, at least 1')
}

/** Deletes the oldest expired rows of all tables, up to a limit, and returns their number. */
const cleanupBatch = async (store: Store, limit: number): Promise<number> => {
  let deleted = 0
  for (const table of ['sessions', 'verification_tokens', 'counters'] as const) {
    if (deleted >= limit) break
    const { expires: now } = await writeRow(store, table, { expires: new Date(store.now()) })
    const batch = { table, now, limit: limit - deleted }
    deleted += await store.query(table, (db) => store.engine.cleanup(db, batch))
  }
  return deleted
}

/** Deletes all expired rows of a store in batches, and returns their number. */
export const cleanup = async (
  store: Store,
  { batchSize = DEFAULT_BATCH_SIZE, signal, onBatch }: CleanupOptions = {},
): Promise<number> => {
  checkBatchSize(batchSize)
  const isAborted = () => signal?.aborted === true
  let deleted = 0
  while (!isAborted()) {
    const batch = await cleanupBatch(store, batchSize)
    deleted += batch
    onBatch?.(deleted)
    if (batch < batchSize || isAborted()) break
    await new Promise((resolve) => void setTimeout(resolve, PAUSE))
  }
  return deleted
}

const logFailure = (error: unknown): void => console.error(logLine('error', 'expired rows were not deleted:'), error)

/**
 * Deletes expired rows now and then regularly, so that no request has to. Every process of an application may do so.
 * The timer does not keep a process alive.
 *
 * @throws RangeError if `every` or `batchSize` is out of range
 * @example
 * const cleanup = startCleanup(adapter)
 * // when the application shuts down, before it closes the database:
 * await cleanup.stop()
 */
export const startCleanup = (
  adapter: CleanupAdapter,
  { every = 3600, batchSize = DEFAULT_BATCH_SIZE, onError = logFailure }: StartCleanupOptions = {},
): Cleanup => {
  if (!(every > 0 && every <= MAX_EVERY))
    throw new RangeError(`\`every\` must be more than 0 and at most ${MAX_EVERY} seconds`)
  checkBatchSize(batchSize)
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  const handleError = async (error: unknown): Promise<void> => {
    try {
      await onError(error)
    } catch (thrown) {
      logFailure(error)
      console.error(logLine('error', '`onError` failed:'), thrown)
    }
  }
  const run = async (): Promise<void> => {
    await adapter.cleanup({ batchSize, signal }).catch(handleError)
    if (!signal.aborted) schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(() => void (running = run()), every * 1000)
    // In Node and Bun a timer is an object that can be unreferenced. In browsers and workers it is a number.
    if (typeof timer === 'object') timer.unref()
  }
  running = run()
  return {
    stop: async () => {
      controller.abort()
      clearTimeout(timer)
      await running
    },
  }
}
