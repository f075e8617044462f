/** A separate database server on a free port of this machine, with its data in a temporary folder. */
export interface DatabaseServer {
  /** Its URL with a user name and without a database, such as `postgres://postgres:password@127.0.0.1:40123`. */
  readonly url: string
  /** Creates an empty database. Returns its URL. */
  readonly createDatabase: () => Promise<string>
  /** Shuts it down normally and keeps the data. */
  readonly stop: () => Promise<void>
  /** Kills it, like a power failure. */
  readonly crash: () => Promise<void>
  /** Starts it again on the same port with the same data. */
  readonly start: () => Promise<void>
  /** Stops it and removes its data. */
  readonly close: () => Promise<void>
}
