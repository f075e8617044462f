import { type Compilable, type Kysely, sql } from 'kysely'
import type { Column, ColumnKind, Columns, Tables } from '../store/tables.ts'
import type { CounterIncrement, EngineRules } from './engine-rules.ts'
import { readCommon, toInstant, writeCommon } from './values.ts'

/** UTC in the form of `datetime(3)`, independent of the connection's time zone. */
const writeInstant = (value: unknown): string | null =>
  toInstant(value)?.toISOString().slice(0, -1).replace('T', ' ') ?? null

const write = (column: Column, value: unknown): unknown => {
  const common = writeCommon(column, value)
  if (common !== undefined) return common
  if (column.kind === 'instant' || value instanceof Date) return writeInstant(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return column.kind === 'json' || (typeof value === 'object' && !(value instanceof Uint8Array))
    ? JSON.stringify(value)
    : value
}

/** Our own connections read instants as text. A `Date` from another client was made in an unknown time zone. */
const refuseDate = () => {
  throw new TypeError(
    'mysql2 returned an instant as a Date, in an unknown time zone: use `mysqlAdapter({ pool })`, or set `dateStrings: true` for the pool',
  )
}

const read = (kind: ColumnKind, value: unknown): unknown => {
  if (value instanceof Date && kind !== 'plain') return refuseDate()
  const common = readCommon(kind, value)
  if (common !== undefined) return common
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}

interface CatalogColumn {
  readonly name: string
  readonly declared: string
  readonly size: number | string | null
  readonly hasDefault: number
  readonly isJson: number | string
}

const kindOf = ({ declared, isJson }: CatalogColumn): ColumnKind => {
  if (declared === 'tinyint(1)') return 'flag'
  if (/^(?:datetime|timestamp)/.test(declared)) return 'instant'
  if (/^(?:small|medium|big)?int\b/.test(declared)) return 'integer'
  return declared === 'json' || Number(isJson) === 1 ? 'json' : 'plain'
}

const inspect = async (db: Kysely<Tables>, table: string): Promise<Columns> => {
  // MariaDB stores JSON as text with a check constraint.
  const { rows } = await sql<CatalogColumn>`
    select c.column_name as name, lower(c.column_type) as declared, c.character_maximum_length as size,
      (c.column_default is not null and c.column_default <> 'NULL') or c.extra like '%auto_increment%' as hasDefault,
      exists (select 1 from information_schema.check_constraints k where k.constraint_schema = c.table_schema
        and k.check_clause = concat('json_valid(\`', c.column_name, '\`)')) as isJson
    from information_schema.columns c where c.table_schema = database() and c.table_name = ${table}`.execute(db)
  const columns: Record<string, Column> = {}
  for (const row of rows) {
    const length = row.size === null ? {} : { length: Number(row.size) }
    columns[row.name] = { kind: kindOf(row), hasDefault: Number(row.hasDefault) === 1, ...length }
  }
  return columns
}

const errorNumber = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'errno') : undefined)

/** ER_DUP_ENTRY. */
const DUPLICATE = 1062
/**
 * ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT, and ER_CHECKREAD of MariaDB. Depending on `innodb_rollback_on_timeout`, the
 * second one ends the statement only, or the transaction. So the transaction is rolled back.
 */
const CONFLICTS: readonly unknown[] = [1213, 1205, 1020]
/** Seconds. */
const MIGRATION_LOCK_TIMEOUT = 300

const withMigrationLock = async <Value>(
  db: Kysely<Tables>,
  work: (locked: Kysely<Tables>) => Promise<Value>,
): Promise<Value> => {
  // A lock belongs to the server, not to the database, and its name has at most 64 characters.
  const lock = sql`concat('authwright:', left(sha2(database(), 256), 32))`
  const timeout = sql.lit(MIGRATION_LOCK_TIMEOUT)
  const { rows } = await sql<{ ok: number }>`select get_lock(${lock}, ${timeout}) as ok`.execute(db)
  if (Number(rows[0]?.ok) !== 1)
    throw new Error(`another process has been migrating this database for ${MIGRATION_LOCK_TIMEOUT} seconds`)
  try {
    return await work(db)
  } finally {
    await sql`select release_lock(${lock})`.execute(db)
  }
}

// Collations may ignore case, accents or trailing spaces, and an existing table may have any collation. So bytes are
// compared, too: the first comparison uses the index, the second one decides.
const bytes = (value: unknown) => sql`cast(convert(${value} using utf8mb4) as binary)`

const incrementCounter = (db: Kysely<Tables>, { keyHash, expires, now }: CounterIncrement): Compilable => {
  const [key, count, end] = [sql.ref('keyHash'), sql.ref('count'), sql.ref('expires')]
  // Assignments run from left to right, so the count is computed from the old expiry time.
  const query = sql`insert into ${sql.table('counters')} (${key}, ${count}, ${end}) values (${keyHash}, 1, ${expires})
    on duplicate key update ${count} = if(${end} <= ${now}, 1, ${count} + 1),
      ${end} = if(${end} <= ${now}, values(${end}), ${end})`
  return { compile: () => query.compile(db) }
}

/** MariaDB and MySQL 8. Neither supports `returning` for every statement, so it is not used. */
export const mysqlRules: EngineRules = {
  name: 'mysql',
  types: {
    key: sql`varchar(255) character set utf8mb4 collate utf8mb4_bin`,
    // The longest that fits into one index together with the provider's id.
    account: sql`varchar(510) character set utf8mb4 collate utf8mb4_bin`,
    handle: sql`varchar(1400) character set ascii collate ascii_bin`,
    text: sql`text character set utf8mb4 collate utf8mb4_bin`,
    instant: sql`datetime(3)`,
    integer: 'bigint',
    flag: 'boolean',
  },
  supportsReturning: false,
  supportsTransactions: true,
  continuesAfterUniqueViolation: true,
  // With the default, repeatable read, a transaction would not see the row that made its insert fail.
  isolation: 'read committed',
  write,
  read,
  inspect,
  equals: (eb, column, value) =>
    eb.and([eb(eb.ref(column), '=', value), sql<boolean>`${bytes(eb.ref(column))} = ${bytes(value)}`]),
  keepRows: sql`lock in share mode`,
  cleanup: async (db, { table, now, limit }) => {
    const query = sql`delete from ${sql.table(table)} where expires <= ${now} order by expires limit ${sql.lit(limit)}`
    return Number((await query.execute(db)).numAffectedRows ?? 0)
  },
  incrementCounter,
  withMigrationLock: (db, work) => db.connection().execute((connection) => withMigrationLock(connection, work)),
  violatedConstraint: (error) =>
    errorNumber(error) === DUPLICATE && error instanceof Error
      ? (/for key '([^']*)'$/.exec(error.message)?.[1] ?? '')
      : null,
  isConflict: (error) => CONFLICTS.includes(errorNumber(error)),
}
