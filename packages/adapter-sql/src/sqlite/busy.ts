const BUSY = 5

/** Whether somebody else holds the lock: SQLITE_BUSY and its extended codes, as either library tells it. */
export const isBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return (error.errcode & 0xff) === BUSY
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds))

const LONGEST_PAUSE = 50

/**
 * Does the work again while the database is locked, for so many milliseconds. SQLite's own busy time-out stops the whole process while it waits;
 * here other requests go on, among them the one that may hold the lock.
 */
export const whileBusy = async <Value>(work: () => Value | Promise<Value>, patience: number): Promise<Value> => {
  const ends = performance.now() + patience
  for (let wait = 1; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= ends) throw error
      await pause(wait)
    }
  }
}
