import type { Adapter } from '@authwright/core/adapters'
import type { CleanupAdapter } from './cleanup.ts'
import { accountMethods } from './methods/accounts.ts'
import { authenticatorMethods } from './methods/authenticators.ts'
import { counterMethods } from './methods/counters.ts'
import { sessionMethods } from './methods/sessions.ts'
import { userMethods } from './methods/users.ts'
import { verificationTokenMethods } from './methods/verification-tokens.ts'
import type { MigrateOptions, MigrationReport } from './migrate/run-migrations.ts'
import type { Store } from './store/store.ts'

/**
 * An adapter with every method of the contract, and with methods for migrations, cleanup and shutdown.
 * @example
 * const deploy = async (adapter: SqlAdapter) => {
 *   if ((await adapter.pendingMigrations()).length > 0) await adapter.migrate()
 *   await adapter.close()
 * }
 */
export interface SqlAdapter extends Required<Adapter>, CleanupAdapter {
  /**
   * Brings the schema up to date. Several processes may do so at once.
   * @example await adapter.migrate()
   */
  readonly migrate: (options?: MigrateOptions) => Promise<MigrationReport>
  /**
   * Returns the names of the migrations that the database lacks.
   * @example if ((await adapter.pendingMigrations()).length > 0) throw new Error('Run `authwright migrate` first')
   */
  readonly pendingMigrations: () => Promise<readonly string[]>
  /**
   * Closes the database if the adapter opened it.
   * @example process.on('SIGTERM', () => void adapter.close())
   */
  readonly close: () => Promise<void>
}

/** Makes the methods of the contract. */
export const makeAdapter = (store: Store): Required<Adapter> => ({
  ...userMethods(store),
  ...accountMethods(store),
  ...sessionMethods(store),
  ...verificationTokenMethods(store),
  ...authenticatorMethods(store),
  ...counterMethods(store),
  transaction: (work) => store.transaction((inner) => work(makeAdapter(inner))),
})
