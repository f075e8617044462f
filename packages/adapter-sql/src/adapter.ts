import type { Adapter } from '@authwright/core/adapters'
import { accountMethods } from './methods/accounts.ts'
import { attemptMethods } from './methods/attempts.ts'
import { authenticatorMethods } from './methods/authenticators.ts'
import type { DeleteExpiredOptions } from './methods/expired.ts'
import { sessionMethods } from './methods/sessions.ts'
import { userMethods } from './methods/users.ts'
import { verificationTokenMethods } from './methods/verification-tokens.ts'
import type { MigrationReport } from './migrate/migrate.ts'
import type { Store } from './store/store.ts'

/** An adapter with every method of the contract, and what its owner needs beside. */
export interface SqlAdapter extends Required<Adapter> {
  /**
   * Removes rows whose time is over, the oldest first, and answers how many. Call it from a timer or a job, not from a request; ask again while
   * it answers the limit.
   */
  readonly deleteExpired: (options?: DeleteExpiredOptions) => Promise<number>
  /** Brings the schema up to date. Several processes may do it at once. */
  readonly migrate: () => Promise<MigrationReport>
  /** The names of the migrations that the database still lacks. */
  readonly pendingMigrations: () => Promise<readonly string[]>
  /** Closes the database that the adapter opened. */
  readonly close: () => Promise<void>
}

/** The contract's methods over a store. */
export const adapterOver = (store: Store): Required<Adapter> => ({
  ...userMethods(store),
  ...accountMethods(store),
  ...sessionMethods(store),
  ...verificationTokenMethods(store),
  ...authenticatorMethods(store),
  ...attemptMethods(store),
  transaction: (work) => store.transaction((inner) => work(adapterOver(inner))),
})
