import type { EngineRules } from '../engines/engine-rules.ts'

/** How often work is tried before a conflict is thrown. */
export const MAX_TRIES = 5

/** Milliseconds, times the number of tries so far. */
const MAX_BACKOFF = 25

/** Waits for a random time, so that two transactions that conflicted do not start again together. */
export const backoff = (tries: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, Math.random() * MAX_BACKOFF * tries))

/** Runs work again if the database rolled it back in favor of another transaction. */
export const retryOnConflict = async <Value>(
  { isConflict }: EngineRules,
  work: () => Promise<Value>,
): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES || !isConflict(error)) throw error
      await backoff(tries)
    }
  }
}
