import { type Dialect, Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely'
import { makeAdapter, type SqlAdapter } from './adapter.ts'
import { cleanup } from './cleanup.ts'
import type { EngineRules } from './engines/engine-rules.ts'
import { mysqlRules } from './engines/mysql.ts'
import { postgresRules } from './engines/postgres.ts'
import { sqliteRules, sqliteWithoutTransactionsRules, WithoutTransactionsAdapter } from './engines/sqlite.ts'
import {
  migrateSchema,
  type MigrateOptions,
  type MigrationReport,
  pendingMigrations,
} from './migrate/run-migrations.ts'
import { migrationsOf } from './migrate/migrations.ts'
import { type DatabaseSchema, defaultSchema } from './schemas/database-schema.ts'
import { schemaPlugin } from './schemas/schema-plugin.ts'
import { makeReportMissing } from './store/report-missing.ts'
import { makeStore } from './store/store.ts'
import type { Tables } from './store/tables.ts'

/**
 * The options of every SQL adapter.
 * @example const settings: SqlAdapterSettings = { migrate: true, schema: drizzleSchema, transactionTimeout: 5000 }
 */
export interface SqlAdapterSettings {
  /**
   * Brings the schema up to date at the first use. Otherwise the first use of an outdated schema throws. @default false
   * @example migrate: true
   */
  readonly migrate?: boolean
  /**
   * The existing tables of another adapter, such as `drizzleSchema`. @default the tables of this package
   * @example schema: drizzleSchema
   */
  readonly schema?: DatabaseSchema
  /**
   * Milliseconds since the epoch. @default Date.now
   * @example now: fixedClock('2030-01-01T12:00:00Z').now
   */
  readonly now?: () => number
  /**
   * Called if a value has a member without a column, which is not stored. @default on a development server, a warning
   * for each such member of a user
   * @example debug: (message) => logger.debug(message)
   */
  readonly debug?: (message: string) => void
  /**
   * The maximum duration of a transaction, in milliseconds. A longer one is rolled back. @default 10000
   * @example transactionTimeout: 30_000
   */
  readonly transactionTimeout?: number
}

/**
 * The options of `sqlAdapter`.
 * @example const options: SqlAdapterOptions<unknown> = { db: sqliteDialect({ path: 'app.db' }), migrate: true }
 */
export interface SqlAdapterOptions<Database> extends SqlAdapterSettings {
  /**
   * A dialect, or a Kysely instance, which the application closes. With Kysely's own `MysqlDialect`, the pool of
   * `mysql2` needs `dateStrings: true`.
   * @example db: new Kysely({ dialect: sqliteDialect({ path: 'app.db' }) })
   */
  readonly db: Kysely<Database> | Dialect
}

/** The cast hides the application's own tables. Whether ours exist is checked at the first use. */
const open = <Database>(db: Kysely<Database> | Dialect): Kysely<Tables> =>
  'createDriver' in db ? new Kysely<Tables>({ dialect: db }) : (db as unknown as Kysely<Tables>)

const engineOf = (db: Kysely<Tables>): EngineRules => {
  const { adapter } = db.getExecutor()
  if (adapter instanceof WithoutTransactionsAdapter) return sqliteWithoutTransactionsRules
  if (adapter instanceof SqliteAdapter) return sqliteRules
  if (adapter instanceof PostgresAdapter) return postgresRules
  if (adapter instanceof MysqlAdapter) return mysqlRules
  throw new TypeError('this database is not supported: use PostgreSQL, MariaDB, MySQL or SQLite')
}

/**
 * Makes an adapter for an SQL database that Kysely supports.
 *
 * @throws TypeError if the database is not supported
 * @example
 * const adapter = sqlAdapter({ db: new Kysely({ dialect: sqliteDialect({ path: 'app.db' }) }) })
 */
export const sqlAdapter = <Database>(options: SqlAdapterOptions<Database>): SqlAdapter => {
  const { db, schema = defaultSchema, now = Date.now, transactionTimeout = 10_000 } = options
  const reportMissing = makeReportMissing(options.debug)
  const plain = open(db)
  const engine = engineOf(plain)
  const migrations = migrationsOf(schema)
  const migrateNow = (given?: MigrateOptions) => migrateSchema(plain, engine, migrations, given)
  const findPending = () => pendingMigrations(plain, engine, migrations)
  const prepare = async () => {
    const pending = await findPending()
    // Not migrating a current schema keeps a read-only server usable.
    if (pending.length === 0) return
    if (options.migrate !== true)
      throw new Error(
        `the database lacks: ${pending.join('; ')}. Run \`npx @authwright/cli migrate\`, or set \`migrate: true\``,
      )
    await migrateNow()
  }
  const root = schema.useExistingTables ? plain.withPlugin(schemaPlugin(schema)) : plain
  const store = makeStore({ root, engine, schema, now, reportMissing, prepare, transactionTimeout })
  return {
    ...makeAdapter(store),
    cleanup: (given) => cleanup(store, given),
    migrate: migrateNow,
    pendingMigrations: findPending,
    close: async () => {
      if ('createDriver' in db) await plain.destroy()
    },
  }
}

/**
 * Brings the schema of a database up to date. The database is given as an adapter, a Kysely instance or a dialect.
 *
 * @example
 * const { applied } = await migrate(adapter)
 */
export const migrate = async <Database>(
  target: SqlAdapter | Kysely<Database> | Dialect,
  { schema = defaultSchema }: Pick<SqlAdapterSettings, 'schema'> = {},
): Promise<MigrationReport> => {
  if ('pendingMigrations' in target) return target.migrate()
  const db = open(target)
  try {
    return await migrateSchema(db, engineOf(db), migrationsOf(schema))
  } finally {
    if ('createDriver' in target) await db.destroy()
  }
}
