/**
 * The reply of Redis to a command.
 * @example const isPong = (reply: Reply) => reply === 'PONG'
 */
export type Reply = unknown

/**
 * A client of the package `redis`, of a compatible library, or of `ioredis`.
 * @example const client: RedisClient = await createClient({ url: process.env.REDIS_URL }).connect()
 */
export type RedisClient =
  | {
      /** Sends one command, as the package `redis` does. */
      sendCommand(args: string[]): Promise<Reply>
    }
  | {
      /** Sends one command, as the package `ioredis` does. */
      call(command: string, ...args: string[]): Promise<Reply>
    }

/** Sends a command. */
export type Send = (command: string, ...args: readonly string[]) => Promise<Reply>

/** Makes a function that sends any command, with either library. */
export const senderOf = (client: RedisClient): Send => {
  // `ioredis` has both methods, and its `sendCommand` takes other arguments.
  if ('call' in client) return (command, ...args) => client.call(command, ...args)
  return (command, ...args) => client.sendCommand([command, ...args])
}

/** Reads a reply that is a list. */
export const listOf = (reply: Reply): readonly string[] => (Array.isArray(reply) ? reply.map(String) : [])

interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
  listenerCount(event: 'error'): number
}

const isEmitter = (client: object): client is Emitter =>
  'on' in client &&
  typeof client.on === 'function' &&
  'listenerCount' in client &&
  typeof client.listenerCount === 'function'

const clientsWithListener = new WeakSet<object>()

/**
 * Logs the `error` events of a client if the application has no listener. `redis` emits one each time a connection is
 * lost or cannot be made, and tries again. An unhandled `error` event terminates the process.
 */
export const logConnectionErrors = (client: object): void => {
  if (!isEmitter(client) || clientsWithListener.has(client)) return
  clientsWithListener.add(client)
  const onConnectionError = (error: unknown): void => {
    // Only the stack: an error of `ioredis` has the failed command as a member, which may contain a password.
    if (client.listenerCount('error') === 1)
      console.error(
        `${new Date().toISOString()} [auth][error] the connection to Redis failed:`,
        error instanceof Error ? error.stack : error,
      )
  }
  client.on('error', onConnectionError)
}
