/** A database server of one's own: on a free port of this machine, with its data in a temporary folder. */
export interface DatabaseServer {
  /** Where it listens, with the name of a user and without a database: `postgres://postgres:password@127.0.0.1:40123`. */
  readonly url: string
  /** Makes an empty database and answers its address. */
  readonly createDatabase: () => Promise<string>
  /** Stops it as an operator would, and keeps the data. */
  readonly stop: () => Promise<void>
  /** Ends it at once, as a power failure would. */
  readonly crash: () => Promise<void>
  /** Starts it again on the same port with the same data. */
  readonly start: () => Promise<void>
  /** Stops it and removes its data. */
  readonly close: () => Promise<void>
}
