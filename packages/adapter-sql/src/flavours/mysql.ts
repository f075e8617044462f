import { type Kysely, sql } from 'kysely'
import type { Attempt, Flavour } from '../store/flavour.ts'
import type { Column, ColumnKind, Columns, Tables } from '../store/tables.ts'
import { toInstant } from './instants.ts'
import { readCommon, writeCommon } from './values.ts'

/** UTC, as `datetime(3)` takes it. The connection's time zone has no say. */
const wallClock = (value: unknown): string | null =>
  toInstant(value)?.toISOString().slice(0, -1).replace('T', ' ') ?? null

const write = (column: Column, value: unknown): unknown => {
  const common = writeCommon(column, value)
  if (common !== undefined) return common
  if (column.kind === 'instant' || value instanceof Date) return wallClock(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return column.kind === 'json' || (typeof value === 'object' && !(value instanceof Uint8Array))
    ? JSON.stringify(value)
    : value
}

/** Our own connections read instants as text. A client that makes dates of them does so in its own zone, and a date does not say in which. */
const refuseDate = () => {
  throw new TypeError(
    'mysql2 read an instant as a Date, in a zone that nobody can tell: use `mysqlAdapter({ pool })`, or set `dateStrings: true` for the pool',
  )
}

const read = (kind: ColumnKind, value: unknown): unknown => {
  if (value instanceof Date && kind !== 'plain') return refuseDate()
  const common = readCommon(kind, value)
  if (common !== undefined) return common
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}

const kindOf = ({ declared, isJson }: Described): ColumnKind => {
  if (declared === 'tinyint(1)') return 'flag'
  if (/^(?:datetime|timestamp)/.test(declared)) return 'instant'
  if (/^(?:small|medium|big)?int\b/.test(declared)) return 'integer'
  return declared === 'json' || Number(isJson) === 1 ? 'json' : 'plain'
}

interface Described {
  readonly name: string
  readonly declared: string
  readonly size: number | string | null
  readonly filled: number
  readonly isJson: number | string
}

const inspect = async (db: Kysely<Tables>, table: string): Promise<Columns> => {
  // MariaDB keeps JSON as text under a check that it is valid.
  const { rows } = await sql<Described>`
    select c.column_name as name, lower(c.column_type) as declared, c.character_maximum_length as size,
      (c.column_default is not null and c.column_default <> 'NULL') or c.extra like '%auto_increment%' as filled,
      exists (select 1 from information_schema.check_constraints k where k.constraint_schema = c.table_schema
        and k.check_clause = concat('json_valid(\`', c.column_name, '\`)')) as isJson
    from information_schema.columns c where c.table_schema = database() and c.table_name = ${table}`.execute(db)
  const columns: Record<string, Column> = {}
  for (const row of rows) {
    const length = row.size === null ? {} : { length: Number(row.size) }
    columns[row.name] = { kind: kindOf(row), hasDefault: Number(row.filled) === 1, ...length }
  }
  return columns
}

const code = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'errno') : undefined)

const DUPLICATE = 1062
const GAVE_WAY = [1213, 1020]
const LOCK_PATIENCE = 300

const locked = async <Value>(db: Kysely<Tables>, work: (within: Kysely<Tables>) => Promise<Value>): Promise<Value> => {
  // Locks are the server's, not the database's, and their names have 64 characters at most.
  const lock = sql`concat('authwright:', left(sha2(database(), 256), 32))`
  const { rows } = await sql<{ ok: number }>`select get_lock(${lock}, ${sql.lit(LOCK_PATIENCE)}) as ok`.execute(db)
  if (Number(rows[0]?.ok) !== 1) throw new Error('another process has been migrating this database for minutes')
  try {
    return await work(db)
  } finally {
    await sql`select release_lock(${lock})`.execute(db)
  }
}

// Bytes are compared, since collations take letters' case, accents or trailing spaces for nothing, and which one an adopted column has
// is not ours to choose. The first comparison finds the row by the index, the second one decides.
const bytes = (value: unknown) => sql`cast(convert(${value} using utf8mb4) as binary)`

/** In a transaction: the row is ours from the first statement on, so that the second one reads our own sum. */
const countByTwo = async (db: Kysely<Tables>, { keyHash, expires, now }: Attempt): Promise<number> => {
  const [key, count, end] = [sql.ref('keyHash'), sql.ref('count'), sql.ref('expires')]
  // Set from left to right: the counter still sees the old end.
  await sql`insert into ${sql.table('attempts')} (${key}, ${count}, ${end}) values (${keyHash}, 1, ${expires})
    on duplicate key update ${count} = if(${end} <= ${now}, 1, ${count} + 1),
      ${end} = if(${end} <= ${now}, values(${end}), ${end})`.execute(db)
  const row = await db.selectFrom('attempts').select('count').where('keyHash', '=', keyHash).executeTakeFirst()
  return Number(row?.['count'])
}

/** MariaDB and MySQL 8. Neither answers rows from every statement that writes, so none is asked to. */
export const mysqlFlavour: Flavour = {
  name: 'mysql',
  types: {
    key: sql`varchar(255) character set utf8mb4 collate utf8mb4_bin`,
    // Together with a provider's name the longest that an index takes.
    account: sql`varchar(510) character set utf8mb4 collate utf8mb4_bin`,
    handle: sql`varchar(1400) character set ascii collate ascii_bin`,
    text: sql`text character set utf8mb4 collate utf8mb4_bin`,
    instant: sql`datetime(3)`,
    integer: 'bigint',
    flag: 'boolean',
  },
  returning: false,
  transactions: true,
  // By default a transaction goes on reading what was there when it began, and would not find who was faster.
  isolation: 'read committed',
  write,
  read,
  inspect,
  is: (eb, column, value) =>
    eb.and([eb(eb.ref(column), '=', value), sql<boolean>`${bytes(eb.ref(column))} = ${bytes(value)}`]),
  removeOver: async (db, { table, now, limit }) => {
    const query = sql`delete from ${sql.table(table)} where expires <= ${now} order by expires limit ${sql.lit(limit)}`
    return Number((await query.execute(db)).numAffectedRows ?? 0)
  },
  count: countByTwo,
  migrating: (db, work) => db.connection().execute((within) => locked(within, work)),
  violated: (error) =>
    code(error) === DUPLICATE && error instanceof Error ? (/for key '([^']*)'$/.exec(error.message)?.[1] ?? '') : null,
  gaveWay: (error) => GAVE_WAY.some((number) => number === code(error)),
}
