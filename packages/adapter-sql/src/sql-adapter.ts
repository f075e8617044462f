import { type Dialect, Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely'
import { adapterOver, type SqlAdapter } from './adapter.ts'
import { mysqlFlavour } from './flavours/mysql.ts'
import { postgresFlavour } from './flavours/postgres.ts'
import { sqliteAloneFlavour, StatementsAloneAdapter } from './flavours/sqlite-alone.ts'
import { sqliteFlavour } from './flavours/sqlite.ts'
import { type Layout, ownLayout } from './layouts/layout.ts'
import { layoutPlugin } from './layouts/plugin.ts'
import { deleteExpired } from './methods/expired.ts'
import { migrateSchema, type MigrationReport, pendingMigrations } from './migrate/migrate.ts'
import { migrationsOf } from './migrate/migrations.ts'
import type { Flavour } from './store/flavour.ts'
import { makeStore } from './store/store.ts'
import type { Tables } from './store/tables.ts'

/** What every SQL adapter may be told. */
export interface SqlAdapterSettings {
  /** Bring the schema up to date at the first use; otherwise an outdated schema is refused there with what to do. @default false */
  readonly migrate?: boolean
  /** Tables that another adapter made, such as `drizzleLayout`. @default the schema of this package */
  readonly layout?: Layout
  /** Milliseconds since the epoch. @default the real clock */
  readonly now?: () => number
  /** Told when a member is dropped because there is no column for it. */
  readonly debug?: (message: string) => void
  /** How long a transaction may last before it is undone, in milliseconds. @default 10000 */
  readonly transactionTimeout?: number
}

/** Which database, and how it is used. */
export interface SqlAdapterOptions<Schema> extends SqlAdapterSettings {
  /** A Kysely instance, whose owner closes it, or a dialect. Under Kysely's `MysqlDialect` the pool of `mysql2` needs `dateStrings: true`. */
  readonly db: Kysely<Schema> | Dialect
}

/** The application's own tables beside ours are no concern here; whether ours are there is checked at the first use. */
const open = <Schema>(db: Kysely<Schema> | Dialect): Kysely<Tables> =>
  'createDriver' in db ? new Kysely<Tables>({ dialect: db }) : (db as unknown as Kysely<Tables>)

const flavourOf = (db: Kysely<Tables>): Flavour => {
  const { adapter } = db.getExecutor()
  if (adapter instanceof StatementsAloneAdapter) return sqliteAloneFlavour
  if (adapter instanceof SqliteAdapter) return sqliteFlavour
  if (adapter instanceof PostgresAdapter) return postgresFlavour
  if (adapter instanceof MysqlAdapter) return mysqlFlavour
  throw new TypeError('this kind of database is not supported: PostgreSQL, MariaDB, MySQL and SQLite are')
}

const refuseOutdated = async (missing: readonly string[]) => {
  if (missing.length === 0) return
  throw new Error(`the database lacks: ${missing.join('; ')}. Run authwright-migrate, or set \`migrate: true\``)
}

/**
 * An adapter over an SQL database that Kysely can speak to.
 *
 * @example
 * const adapter = sqlAdapter({ db: new Kysely({ dialect: sqliteDialect({ path: 'app.db' }) }) })
 */
export const sqlAdapter = <Schema>(options: SqlAdapterOptions<Schema>): SqlAdapter => {
  const { db, layout = ownLayout, now = Date.now, debug = () => undefined, transactionTimeout = 10_000 } = options
  const plain = open(db)
  const flavour = flavourOf(plain)
  const steps = migrationsOf(layout)
  const migrateNow = () => migrateSchema(plain, flavour, steps)
  const pending = () => pendingMigrations(plain, flavour, steps)
  const store = makeStore({
    root: layout.adopted ? plain.withPlugin(layoutPlugin(layout)) : plain,
    flavour,
    layout,
    now,
    note: debug,
    prepare: async () => {
      const missing = await pending()
      // A server that can only be read at the moment still answers those whose schema is there.
      if (missing.length > 0 && options.migrate === true) await migrateNow()
      else await refuseOutdated(missing)
    },
    transactionTimeout,
  })
  return {
    ...adapterOver(store),
    deleteExpired: (given) => deleteExpired(store, given),
    migrate: migrateNow,
    pendingMigrations: pending,
    close: async () => {
      if ('createDriver' in db) await plain.destroy()
    },
  }
}

/** Brings the schema of a database up to date, given as an adapter, a Kysely instance or a dialect. */
export const migrate = async <Schema>(
  target: SqlAdapter | Kysely<Schema> | Dialect,
  { layout = ownLayout }: Pick<SqlAdapterSettings, 'layout'> = {},
): Promise<MigrationReport> => {
  if ('pendingMigrations' in target) return target.migrate()
  const db = open(target)
  try {
    return await migrateSchema(db, flavourOf(db), migrationsOf(layout))
  } finally {
    if ('createDriver' in target) await db.destroy()
  }
}
