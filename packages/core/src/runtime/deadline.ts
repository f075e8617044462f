import type { Runtime } from './types.ts'

/**
 * What some work gives, unless it takes longer than so many milliseconds: then what `late` makes is thrown, and whatever
 * the work gives afterwards, an error too, is nobody's business any more.
 */
export const withTimeout = <Value>(
  after: Runtime['after'],
  milliseconds: number,
  work: PromiseLike<Value>,
  late: () => Error,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const callOff = after(milliseconds, () => reject(late()))
    work.then(
      (value) => {
        callOff()
        resolve(value)
      },
      (error: unknown) => {
        callOff()
        reject(error)
      },
    )
  })

/** Some time, in milliseconds. */
export const pause = (after: Runtime['after'], milliseconds: number): Promise<void> =>
  new Promise((resolve) => void after(milliseconds, resolve))
