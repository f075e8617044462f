import type { Dialect } from 'kysely'
import type { SqlAdapter } from '../adapter.ts'
import { libsqlDialect } from '../libsql.ts'
import { mysqlDialect } from '../mysql.ts'
import { postgresDialect } from '../postgres.ts'
import * as schemas from '../schemas.ts'
import type { DatabaseSchema } from '../schemas/database-schema.ts'
import { sqlAdapter } from '../sql-adapter.ts'
import { sqliteDialect } from '../sqlite.ts'

const published: ReadonlyMap<string, DatabaseSchema> = new Map([
  ['d1', schemas.d1Schema],
  ['drizzle', schemas.drizzleSchema],
  ['kysely', schemas.kyselySchema],
  // On SQLite that adapter stores instants as text. The engine is not known before the database is open.
  ['kysely-sqlite', { ...schemas.kyselySchema, instants: 'iso' }],
  ['pg', schemas.pgSchema],
  ['prisma', schemas.prismaSchema],
  ['sequelize', schemas.sequelizeSchema],
  ['typeorm', schemas.typeormSchema],
])

/**
 * The published adapters whose tables `withDatabase` knows.
 * @example console.log(`--existing is one of ${existingTables.join(', ')}`)
 */
export const existingTables: readonly string[] = [...published.keys()]

interface OpenDatabase {
  readonly dialect: Dialect
  readonly close: () => Promise<void>
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'

const openPostgres = async (url: string): Promise<OpenDatabase> => {
  try {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    return { dialect: postgresDialect({ pool }), close: () => pool.end() }
  } catch (error) {
    if (!isMissing(error)) throw error
    const { default: postgres } = await import('postgres')
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    return { dialect: postgresDialect({ sql }), close: () => sql.end() }
  }
}

const openMysql = async (url: string): Promise<OpenDatabase> => {
  const { createPool } = await import('mysql2/promise')
  const pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), connectionLimit: 1 })
  return { dialect: mysqlDialect({ pool }), close: () => pool.end() }
}

const openLibsql = async (url: string): Promise<OpenDatabase> => {
  const { createClient } = await import('@libsql/client')
  const token = process.env['LIBSQL_AUTH_TOKEN']
  const client = createClient({ url, ...(token === undefined ? {} : { authToken: token }) })
  return { dialect: libsqlDialect({ client }), close: async () => client.close() }
}

/** Opens a database by its URL, with the client library that is installed, or a SQLite file by its path. */
const open = async (address: string): Promise<OpenDatabase> => {
  if (/^postgres(?:ql)?:\/\//.test(address)) return openPostgres(address)
  if (/^(?:mysql|mariadb):\/\//.test(address)) return openMysql(address)
  if (/^(?:libsql|https?|wss?):\/\//.test(address)) return openLibsql(address)
  return { dialect: sqliteDialect({ path: address.replace(/^file:/, '') }), close: () => Promise.resolve() }
}

/**
 * A database, and whose tables it has.
 * @example const location: DatabaseLocation = { address: 'postgres://localhost/app', existing: 'drizzle' }
 */
export interface DatabaseLocation {
  /**
   * A SQLite file, or `postgres://`, `mysql://`, `mariadb://` or `libsql://` (with the variable `LIBSQL_AUTH_TOKEN`).
   * @example address: 'postgres://localhost/app'
   */
  readonly address: string
  /**
   * One of `existingTables`, if the database has the tables of a published adapter.
   * @example existing: 'drizzle'
   */
  readonly existing?: string | undefined
}

/**
 * Opens a database by its address, runs `work` over it, and closes it.
 *
 * @throws RangeError if `existing` is not one of `existingTables`
 * @example
 * await withDatabase({ address: 'app.db' }, (adapter) => adapter.migrate())
 */
export const withDatabase = async <Result>(
  { address, existing }: DatabaseLocation,
  work: (adapter: SqlAdapter) => Promise<Result>,
): Promise<Result> => {
  const schema = existing === undefined ? undefined : published.get(existing)
  if (existing !== undefined && schema === undefined)
    throw new RangeError(`${existing} is none of ${existingTables.join(', ')}`)
  const { dialect, close } = await open(address)
  const adapter = sqlAdapter({ db: dialect, ...(schema === undefined ? {} : { schema }) })
  try {
    return await work(adapter)
  } finally {
    await adapter.close()
    await close()
  }
}
