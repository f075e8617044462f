import type { Runtime } from './types.ts'

/**
 * Wait for `work`, but throw `timeoutError()` if it takes longer than `milliseconds`. A later result or error of `work` is
 * ignored.
 */
export const withTimeout = <Value>(
  after: Runtime['after'],
  milliseconds: number,
  work: PromiseLike<Value>,
  timeoutError: () => Error,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => reject(timeoutError()))
    work.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (error: unknown) => {
        cancel()
        reject(error)
      },
    )
  })

/** Wait for some milliseconds. */
export const pause = (after: Runtime['after'], milliseconds: number): Promise<void> =>
  new Promise((resolve) => void after(milliseconds, resolve))
