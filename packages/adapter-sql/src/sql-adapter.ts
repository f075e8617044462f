import { type Dialect, Kysely, SqliteAdapter } from 'kysely'
import { adapterOver, type SqlAdapter } from './adapter.ts'
import { deleteExpired } from './methods/expired.ts'
import { migrateSchema, type MigrationReport, pendingMigrations } from './migrate/migrate.ts'
import { sqliteFlavour } from './sqlite/flavour.ts'
import type { Flavour } from './store/flavour.ts'
import { makeStore } from './store/store.ts'
import type { Tables } from './store/tables.ts'

/** What every SQL adapter may be told. */
export interface SqlAdapterSettings {
  /** Bring the schema up to date at the first use; otherwise an outdated schema is refused there with what to do. @default false */
  readonly migrate?: boolean
  /** Milliseconds since the epoch. @default the real clock */
  readonly now?: () => number
  /** Told when a member is dropped because there is no column for it. */
  readonly debug?: (message: string) => void
  /** How long a transaction may last before it is undone, in milliseconds. @default 10000 */
  readonly transactionTimeout?: number
}

/** Which database, and how it is used. */
export interface SqlAdapterOptions<Schema> extends SqlAdapterSettings {
  /** A Kysely instance, whose owner closes it, or a dialect. */
  readonly db: Kysely<Schema> | Dialect
}

/** The application's own tables beside ours are no concern here; whether ours are there is checked at the first use. */
const open = <Schema>(db: Kysely<Schema> | Dialect): Kysely<Tables> =>
  'createDriver' in db ? new Kysely<Tables>({ dialect: db }) : (db as unknown as Kysely<Tables>)

const flavourOf = (db: Kysely<Tables>): Flavour => {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return sqliteFlavour
  throw new TypeError('this kind of database is not supported yet: SQLite is')
}

const refuseOutdated = async (db: Kysely<Tables>, flavour: Flavour) => {
  const missing = await pendingMigrations(db, flavour)
  if (missing.length === 0) return
  throw new Error(`the database lacks: ${missing.join('; ')}. Run gatehouse-migrate, or set \`migrate: true\``)
}

/**
 * An adapter over an SQL database that Kysely can speak to.
 *
 * @example
 * const adapter = sqlAdapter({ db: new Kysely({ dialect: sqliteDialect({ path: 'app.db' }) }) })
 */
export const sqlAdapter = <Schema>(options: SqlAdapterOptions<Schema>): SqlAdapter => {
  const root = open(options.db)
  const flavour = flavourOf(root)
  const store = makeStore({
    root,
    flavour,
    now: options.now ?? Date.now,
    note: options.debug ?? (() => undefined),
    prepare: async () => {
      await (options.migrate === true ? migrateSchema(root, flavour) : refuseOutdated(root, flavour))
    },
    transactionTimeout: options.transactionTimeout ?? 10_000,
  })
  return {
    ...adapterOver(store),
    deleteExpired: (given) => deleteExpired(store, given),
    migrate: () => migrateSchema(root, flavour),
    pendingMigrations: () => pendingMigrations(root, flavour),
    close: async () => {
      if ('createDriver' in options.db) await root.destroy()
    },
  }
}

/** Brings the schema of a database up to date, given as an adapter, a Kysely instance or a dialect. */
export const migrate = async <Schema>(target: SqlAdapter | Kysely<Schema> | Dialect): Promise<MigrationReport> => {
  if ('pendingMigrations' in target) return target.migrate()
  const db = open(target)
  try {
    return await migrateSchema(db, flavourOf(db))
  } finally {
    if ('createDriver' in target) await db.destroy()
  }
}
