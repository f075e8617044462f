/** Admits one caller at a time, in the order of the calls. */
export interface Mutex {
  /** Resolves when the caller holds the lock. The returned function releases it. */
  readonly lock: () => Promise<() => void>
}

/** Makes an unlocked mutex. */
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

/** The mutex of a connection. All users of the same connection share it. */
export const mutexOf = (connection: object): Mutex => {
  const mutex = mutexes.get(connection) ?? makeMutex()
  mutexes.set(connection, mutex)
  return mutex
}
