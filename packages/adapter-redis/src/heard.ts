interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
  listenerCount(event: 'error'): number
}

const isEmitter = (client: object): client is Emitter =>
  'on' in client &&
  typeof client.on === 'function' &&
  'listenerCount' in client &&
  typeof client.listenerCount === 'function'

const heard = new WeakSet<object>()

/**
 * Listens to what a client says of its connection. `redis` connects again by itself, but emits an `error` each time that it could not or was
 * cut off, and one that nobody hears ends the process. It goes to the console while nobody else listens.
 */
export const hearErrors = (client: object): void => {
  if (!isEmitter(client) || heard.has(client)) return
  heard.add(client)
  client.on('error', (error) => {
    // The stack alone: errors of `ioredis` bear the command that failed, which may hold a password.
    if (client.listenerCount('error') === 1)
      console.error('the connection to Redis:', error instanceof Error ? error.stack : error)
  })
}
