// https://www.sqlite.org/rescode.html#busy
const SQLITE_BUSY = 5

/** Whether another connection holds the lock: SQLITE_BUSY and its extended codes, in the form of each library. */
const isBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return (error.errcode & 0xff) === SQLITE_BUSY
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
}

/** Milliseconds. */
const MAX_PAUSE = 50

/**
 * Retries work while the database is locked, for `timeout` milliseconds. SQLite's own busy timeout blocks the whole
 * process, including a request that may hold the lock.
 */
export const retryWhileBusy = async <Value>(work: () => Value | Promise<Value>, timeout: number): Promise<Value> => {
  const deadline = performance.now() + timeout
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
      await new Promise((resolve) => void setTimeout(resolve, pause))
    }
  }
}
