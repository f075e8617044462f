import { type Kysely, sql } from 'kysely'
import type { Column, ColumnKind, Columns, Tables } from '../store/tables.ts'
import { deleteOldest, equalsPlainly, incrementReturning } from './common.ts'
import type { EngineRules } from './engine-rules.ts'
import { readCommon, toInstant, writeCommon } from './values.ts'

/** A value for a JSON column. Each client library sends it in its own way. */
export class JsonParameter {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  /** For the client of a dialect that is not ours, which serializes it like any object. */
  toJSON(): unknown {
    return this.value
  }
}

const write = (column: Column, value: unknown): unknown => {
  const common = writeCommon(column, value)
  if (common !== undefined) return common
  // The text names UTC, so the process's time zone has no effect. A column without a zone drops the zone and stores
  // UTC.
  if (column.kind === 'instant' || column.kind === 'zoneless' || value instanceof Date)
    return toInstant(value)?.toISOString() ?? null
  return column.kind === 'json' ? new JsonParameter(value) : value
}

const read = (kind: ColumnKind, value: unknown): unknown => {
  const common = readCommon(kind, value)
  return common === undefined ? value : common
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  timestamptz: 'instant',
  timestamp: 'zoneless',
  bool: 'flag',
  json: 'json',
  jsonb: 'json',
  uuid: 'uuid',
  int2: 'integer',
  int4: 'integer',
  int8: 'bigint',
}

interface CatalogColumn {
  readonly name: string
  readonly type: string
  readonly hasDefault: boolean
  readonly size: number | null
}

const inspect = async (db: Kysely<Tables>, table: string): Promise<Columns> => {
  // The size is read because PostgreSQL's own error does not name the column.
  const { rows } = await sql<CatalogColumn>`
    select attname as name, typname as type, (atthasdef or attidentity <> '') as "hasDefault",
      case when typname in ('varchar', 'bpchar') and atttypmod > 4 then atttypmod - 4 end as size
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(db)
  const columns: Record<string, Column> = {}
  for (const { name, type, hasDefault, size } of rows) {
    const length = size === null ? {} : { length: size }
    columns[name] = { kind: kinds[type] ?? 'plain', hasDefault, ...length }
  }
  return columns
}

/** The key of the advisory lock. Chosen at random. */
const MIGRATION_LOCK = 7_140_398_255

/** The first of the named members that is text. */
const textMember = (error: unknown, ...names: readonly string[]): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const found = names.map((name): unknown => Reflect.get(error, name)).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : undefined
}

/**
 * The constraint's name and its columns, since existing tables may use other names. PostgreSQL says
 * "Key (lower(email))=(ada@example.org) already exists."
 */
const constraintAndColumns = (error: unknown): string => {
  const [, columns = ''] = /^Key \((.*?)\)=\(/.exec(textMember(error, 'detail') ?? '') ?? []
  return `${textMember(error, 'constraint', 'constraint_name') ?? ''} ${columns}`
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE_VIOLATION = '23505'
const CONFLICTS: readonly unknown[] = ['40001', '40P01']

/** The server function that finds that a prepared statement would return other columns than before. */
const STALE_ROUTINE = 'RevalidateCachedQuery'
/** A prepared statement that the connection does not have, or has already: a pooler gave it another one. */
const UNKNOWN_STATEMENT: readonly unknown[] = ['26000', '42P05']

/** Why a prepared statement was not run. `null` for any other error. The next try does not use it. */
export const preparedStatementFailure = (error: unknown): 'stale' | 'unknown' | null => {
  if (UNKNOWN_STATEMENT.includes(textMember(error, 'code'))) return 'unknown'
  return textMember(error, 'routine') === STALE_ROUTINE ? 'stale' : null
}

/** PostgreSQL, with any client library. */
export const postgresRules: EngineRules = {
  name: 'postgres',
  types: {
    key: 'text',
    account: 'text',
    handle: 'text',
    text: 'text',
    instant: sql`timestamptz(3)`,
    integer: 'bigint',
    flag: 'boolean',
  },
  supportsReturning: true,
  supportsTransactions: true,
  continuesAfterUniqueViolation: false,
  write,
  read,
  inspect,
  equals: equalsPlainly,
  keepRows: sql`for key share`,
  // `skip locked` gives different rows to processes that clean up at the same time.
  cleanup: (db, batch) => deleteOldest(db, batch, sql`for update skip locked`),
  incrementCounter: incrementReturning,
  withMigrationLock: (db, work) =>
    // Each statement must see what was committed while the first one waited for the lock.
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
        return work(transaction)
      }),
  violatedConstraint: (error) => (textMember(error, 'code') === UNIQUE_VIOLATION ? constraintAndColumns(error) : null),
  isConflict: (error) => CONFLICTS.includes(textMember(error, 'code')) || preparedStatementFailure(error) !== null,
}
