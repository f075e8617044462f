/** Lets one in at a time, in the order of coming. */
export interface Mutex {
  /** Resolves when it is the caller's turn; the turn ends with the returned call. */
  readonly lock: () => Promise<() => void>
}

/** A free mutex. */
export const makeMutex = (): Mutex => {
  let tail: Promise<void> = Promise.resolve()
  return {
    lock: async () => {
      const before = tail
      let release = (): void => undefined
      tail = new Promise((resolve) => {
        release = resolve
      })
      await before
      return release
    },
  }
}

const mutexes = new WeakMap<object, Mutex>()

/** The mutex of a connection: whoever else uses the same one waits for the same turn. */
export const mutexOf = (connection: object): Mutex => {
  const known = mutexes.get(connection) ?? makeMutex()
  mutexes.set(connection, known)
  return known
}
