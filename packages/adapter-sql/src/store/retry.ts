/**
 * How often work is tried before a conflict is thrown. Forty transactions that write one row need up to seven tries.
 */
const MAX_TRIES = 20

/** Milliseconds. The first two are doubled after each try, up to the last one. */
const FIRST_BACKOFF = 25
const MAX_BACKOFF = 500

/** Waits for a random time, so that transactions that conflicted do not start again together. */
const backoff = (tries: number): Promise<void> => {
  const limit = Math.min(FIRST_BACKOFF * 2 ** (tries - 1), MAX_BACKOFF)
  return new Promise((resolve) => void setTimeout(resolve, Math.random() * limit))
}

/** When work is run again. */
export interface RetryRules {
  /** Whether the error says that the database rolled the work back in favor of another transaction. */
  readonly isConflict: (error: unknown) => boolean
  /** Milliseconds after the first try began in which another one may begin. */
  readonly timeout: number
}

/** Runs work again if the database rolled it back in favor of another transaction. */
export const retryOnConflict = async <Value>(
  { isConflict, timeout }: RetryRules,
  work: () => Promise<Value>,
): Promise<Value> => {
  const started = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error
      await backoff(tries)
      if (performance.now() - started > timeout) throw error
    }
  }
}
