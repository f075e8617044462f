/** What Redis answers to a command. */
export type Reply = unknown

/** A client of the package `redis`, of its like in other libraries, or of `ioredis`. */
export type RedisClient =
  | { sendCommand(args: string[]): Promise<Reply> }
  | { call(command: string, ...args: string[]): Promise<Reply> }

/** Sends one command. */
export type Send = (command: string, ...args: readonly string[]) => Promise<Reply>

/** The one way in which both libraries send any command. */
export const senderOf = (client: RedisClient): Send => {
  // ioredis has both names, and its `sendCommand` takes something else.
  if ('call' in client) return (command, ...args) => client.call(command, ...args)
  return (command, ...args) => client.sendCommand([command, ...args])
}

/** The members of an answered list. */
export const listOf = (reply: Reply): readonly string[] => (Array.isArray(reply) ? reply.map(String) : [])
