import type { SqlAdapter } from '../adapter.ts'
import { deleteAllExpired } from './delete-all-expired.ts'

/** How often rows are removed whose time is over, and how many at once. */
export interface CleanupOptions {
  /** Seconds from the end of one run to the beginning of the next, at most 2 000 000. @default 3600 */
  readonly every?: number
  /** How many rows are removed at once, at most. @default 1000 */
  readonly limit?: number
  /** Told of a run that failed; the next one comes in its time, even if this fails. @default writes it to the console */
  readonly onError?: (error: unknown) => void | Promise<void>
}

/** Cleaning that was started. */
export interface Cleanup {
  /** Begins no further batch, and waits for the one that is under way: afterwards the database may be closed. */
  readonly stop: () => Promise<void>
}

/** Longer than this no timer waits: it counts milliseconds in 31 bits. */
const LONGEST = 2_000_000

const report = (error: unknown): void => console.error('expired rows were not removed:', error)

/**
 * Removes rows whose time is over, now and then again and again, so that no request has to. Every process of an application may do so.
 * It does not keep a process alive.
 *
 * @throws RangeError when `every` or `limit` is out of range
 * @example
 * const cleanup = startCleanup(adapter)
 * // when the application shuts down, before it closes the database:
 * await cleanup.stop()
 */
export const startCleanup = (
  adapter: Pick<SqlAdapter, 'deleteExpired'>,
  { every = 3600, limit = 1000, onError = report }: CleanupOptions = {},
): Cleanup => {
  if (!(every > 0 && every <= LONGEST)) throw new RangeError(`\`every\` is more than 0 seconds and at most ${LONGEST}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('the limit is a whole number, at least 1')
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  const tell = async (error: unknown): Promise<void> => {
    try {
      await onError(error)
    } catch (thrown) {
      report(error)
      console.error('telling so failed:', thrown)
    }
  }
  const run = async (): Promise<void> => {
    await deleteAllExpired(adapter, { limit, signal }).catch(tell)
    if (!signal.aborted) wait()
  }
  const wait = (): void => {
    timer = setTimeout(() => void (running = run()), every * 1000)
    // Node's and Bun's timers are objects that can be told not to wait for; those of browsers and workers are numbers.
    if (typeof timer === 'object') timer.unref()
  }
  running = run()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
