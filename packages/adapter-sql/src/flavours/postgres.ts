import { type Kysely, sql } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import type { Column, ColumnKind, Columns, Tables } from '../store/tables.ts'
import { countReturning, isPlainly, removeByPlace } from './common.ts'
import { toInstant } from './instants.ts'
import { readCommon, writeCommon } from './values.ts'

/** A value for a column of JSON, which each client library wants told in its own way. */
export class JsonParameter {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  /** For the client of somebody else's dialect, which writes it as any other object. */
  toJSON(): unknown {
    return this.value
  }
}

const write = (column: Column, value: unknown): unknown => {
  const common = writeCommon(column, value)
  if (common !== undefined) return common
  // With its zone named, so that the process's own zone has no say. A column without one drops the zone and keeps UTC.
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

interface Described {
  readonly name: string
  readonly type: string
  readonly filled: boolean
  readonly size: number | null
}

const inspect = async (db: Kysely<Tables>, table: string): Promise<Columns> => {
  const { rows } = await sql<Described>`
    select attname as name, typname as type, (atthasdef or attidentity <> '') as filled,
      -- The database would refuse what is longer as well, but does not say in which column.
      case when typname in ('varchar', 'bpchar') and atttypmod > 4 then atttypmod - 4 end as size
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(db)
  const columns: Record<string, Column> = {}
  for (const { name, type, filled, size } of rows) {
    const length = size === null ? {} : { length: size }
    columns[name] = { kind: kinds[type] ?? 'plain', hasDefault: filled, ...length }
  }
  return columns
}

// Any number will do, as long as nobody else takes the same lock.
const MIGRATION_LOCK = 7_140_398_255

const member = (error: unknown, ...names: readonly string[]): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const found = names.map((name): unknown => Reflect.get(error, name)).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : undefined
}

/** The constraint's name and its columns: names that others chose may say nothing. "Key (lower(email))=(ada@example.org) already exists." */
const violatedBy = (error: unknown): string => {
  const [, columns = ''] = /^Key \((.*?)\)=\(/.exec(member(error, 'detail') ?? '') ?? []
  return `${member(error, 'constraint', 'constraint_name') ?? ''} ${columns}`
}

/** PostgreSQL, by any client library. */
export const postgresFlavour: Flavour = {
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
  returning: true,
  transactions: true,
  write,
  read,
  inspect,
  is: isPlainly,
  // Several processes that clean at once take different rows.
  removeOver: (db, over) =>
    removeByPlace(db, over, (oldest) => sql`ctid = any(array(select ctid ${oldest} for update skip locked))`),
  count: countReturning,
  migrating: (db, work) =>
    db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
      return work(transaction)
    }),
  violated: (error) => (member(error, 'code') === '23505' ? violatedBy(error) : null),
  gaveWay: (error) => ['40001', '40P01'].includes(member(error, 'code') ?? ''),
}
