import { type Compilable, type CompiledQuery, type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import { bindValues, placeholders } from './statement.ts'
import type { Row, TableName, Tables } from './tables.ts'

/** Identifies a row: column names with a value, or with several values of which one must match. */
export type Key = Readonly<Record<string, unknown>>

/** Statements about one row. Each is compiled once for each set of columns. */
export interface RowQueries {
  readonly find: (table: TableName, key: Key) => CompiledQuery<Row>
  readonly insert: (table: TableName, row: Row) => CompiledQuery<Row>
  /** Inserts a row if another table has a row with this key. */
  readonly insertIf: (table: TableName, row: Row, other: TableName, key: Key) => CompiledQuery<Row>
  readonly update: (table: TableName, changes: Row, key: Key) => CompiledQuery<Row>
  readonly delete: (table: TableName, key: Key) => CompiledQuery<Row>
}

/** How many compiled statements are cached. */
const CACHE_SIZE = 200

const valuesOf = (key: Key): readonly unknown[] => Object.values(key).flat()

/** The columns of a key, each with its number of values. */
const describeKey = (key: Key): string =>
  Object.entries(key)
    .map(([column, value]) => `${column}:${Array.isArray(value) ? value.length : 1}`)
    .join()

const matches = (
  eb: ExpressionBuilder<Tables, TableName>,
  engine: EngineRules,
  key: Key,
  values: readonly unknown[],
) => {
  const remaining = [...values]
  return eb.and(
    Object.entries(key).map(([column, value]) =>
      Array.isArray(value)
        ? eb.or(value.map(() => engine.equals(eb, column, remaining.shift())))
        : engine.equals(eb, column, remaining.shift()),
    ),
  )
}

/** Names the columns of a key with their table. */
const inTable = (table: TableName, key: Key): Key =>
  Object.fromEntries(Object.entries(key).map(([column, value]) => [`${table}.${column}`, value]))

const withValues = (row: Row, values: readonly unknown[]): Row =>
  Object.fromEntries(Object.keys(row).map((column, i) => [column, values[i]]))

/** Makes the row statements of a database. */
export const makeRowQueries = (root: Kysely<Tables>, engine: EngineRules): RowQueries => {
  const cache = new Map<string, CompiledQuery>()
  const compile = (name: string, values: readonly unknown[], build: (values: readonly unknown[]) => Compilable) => {
    const query = cache.get(name) ?? build(placeholders(values.length)).compile()
    // An application uses few sets of columns. The bound holds even if a request could vary them.
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(name, query)
    return bindValues(query, values)
  }
  return {
    find: (table, key) =>
      compile(`find ${table} ${describeKey(key)}`, valuesOf(key), (values) =>
        root
          .selectFrom(table)
          .selectAll()
          .where((eb) => matches(eb, engine, key, values)),
      ),
    insert: (table, row) =>
      compile(`insert ${table} ${describeKey(row)}`, Object.values(row), (values) => {
        const query = root.insertInto(table).values(withValues(row, values))
        return engine.supportsReturning ? query.returningAll() : query
      }),
    insertIf: (table, row, other, key) =>
      compile(
        `insert ${table} ${describeKey(row)} if ${other} ${describeKey(key)}`,
        [...Object.values(row), ...valuesOf(key)],
        (values) => {
          const columns = Object.keys(row)
          const found = root
            .selectFrom(other)
            .select(columns.map((column, i) => sql`${values[i]}`.as(column)))
            .where((eb) => matches(eb, engine, inTable(other, key), values.slice(columns.length)))
          const kept = engine.keepRows === undefined ? found : found.modifyEnd(engine.keepRows)
          return root.insertInto(table).columns(columns).expression(kept)
        },
      ),
    update: (table, changes, key) =>
      compile(
        `update ${table} ${Object.keys(changes).join()} ${describeKey(key)}`,
        [...Object.values(changes), ...valuesOf(key)],
        (values) => {
          const query = root
            .updateTable(table)
            .set(withValues(changes, values))
            .where((eb) => matches(eb, engine, key, values.slice(Object.keys(changes).length)))
          return engine.supportsReturning ? query.returningAll() : query
        },
      ),
    delete: (table, key) =>
      compile(`delete ${table} ${describeKey(key)}`, valuesOf(key), (values) => {
        const query = root.deleteFrom(table).where((eb) => matches(eb, engine, key, values))
        return engine.supportsReturning ? query.returningAll() : query
      }),
  }
}
