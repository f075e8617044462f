interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
  listenerCount(event: 'error'): number
}

const isEmitter = (pool: object): pool is Emitter =>
  'on' in pool && typeof pool.on === 'function' && 'listenerCount' in pool && typeof pool.listenerCount === 'function'

const heard = new WeakSet<object>()

/**
 * Listens to what a pool says of connections that wait in it. When the database restarts it emits an `error` for each of them, though it opens
 * others by itself, and one that nobody hears ends the process. It goes to the console while nobody else listens.
 */
export const hearErrors = (pool: object): void => {
  if (!isEmitter(pool) || heard.has(pool)) return
  heard.add(pool)
  pool.on('error', (error) => {
    // The stack alone: the error bears the whole connection.
    if (pool.listenerCount('error') === 1)
      console.error('a waiting connection to PostgreSQL:', error instanceof Error ? error.stack : error)
  })
}
