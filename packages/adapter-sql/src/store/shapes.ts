import type { Compilable, CompiledQuery, ExpressionBuilder, Kysely } from 'kysely'
import type { Flavour } from './flavour.ts'
import { filled, slotsFor } from './statement.ts'
import type { Row, TableName, Tables } from './tables.ts'

/** Which row: by column, the value it has, or several of which it has one. Values are written already. */
export type Key = Readonly<Record<string, unknown>>

/** Statements about one row whose columns vary, compiled once for each set of columns. */
export interface Shapes {
  readonly find: (table: TableName, key: Key) => CompiledQuery<Row>
  readonly insert: (table: TableName, row: Row) => CompiledQuery<Row>
  readonly change: (table: TableName, changes: Row, key: Key) => CompiledQuery<Row>
  readonly remove: (table: TableName, key: Key) => CompiledQuery<Row>
}

const KEPT = 200

const valuesOf = (key: Key): readonly unknown[] => Object.values(key).flat()

/** The shape of a key: its columns, and how many values each may have. */
const shapeOf = (key: Key): string =>
  Object.entries(key)
    .map(([column, value]) => `${column}:${Array.isArray(value) ? value.length : 1}`)
    .join()

const matches = (eb: ExpressionBuilder<Tables, TableName>, flavour: Flavour, key: Key, places: readonly unknown[]) => {
  let next = 0
  const take = () => places[(next += 1) - 1]
  return eb.and(
    Object.entries(key).map(([column, value]) =>
      Array.isArray(value) ? eb.or(value.map(() => flavour.is(eb, column, take()))) : flavour.is(eb, column, take()),
    ),
  )
}

const inPlaces = (row: Row, places: readonly unknown[]): Row =>
  Object.fromEntries(Object.keys(row).map((column, i) => [column, places[i]]))

/** The statements of a database. */
export const makeShapes = (root: Kysely<Tables>, flavour: Flavour): Shapes => {
  const compiled = new Map<string, CompiledQuery>()
  const shaped = (shape: string, values: readonly unknown[], build: (places: readonly unknown[]) => Compilable) => {
    const query = compiled.get(shape) ?? build(slotsFor(values.length)).compile()
    // Members vary with applications, not with requests; should they ever, this does not grow.
    if (compiled.size >= KEPT) compiled.clear()
    compiled.set(shape, query)
    return filled(query, values)
  }
  return {
    find: (table, key) =>
      shaped(`find ${table} ${shapeOf(key)}`, valuesOf(key), (places) =>
        root
          .selectFrom(table)
          .selectAll()
          .where((eb) => matches(eb, flavour, key, places)),
      ),
    insert: (table, row) =>
      shaped(`insert ${table} ${shapeOf(row)}`, Object.values(row), (places) => {
        const insert = root.insertInto(table).values(inPlaces(row, places))
        return flavour.returning ? insert.returningAll() : insert
      }),
    change: (table, changes, key) =>
      shaped(
        `change ${table} ${Object.keys(changes).join()} ${shapeOf(key)}`,
        [...Object.values(changes), ...valuesOf(key)],
        (places) => {
          const own = places.slice(Object.keys(changes).length)
          const change = root
            .updateTable(table)
            .set(inPlaces(changes, places))
            .where((eb) => matches(eb, flavour, key, own))
          return flavour.returning ? change.returningAll() : change
        },
      ),
    remove: (table, key) =>
      shaped(`remove ${table} ${shapeOf(key)}`, valuesOf(key), (places) => {
        const remove = root.deleteFrom(table).where((eb) => matches(eb, flavour, key, places))
        return flavour.returning ? remove.returningAll() : remove
      }),
  }
}
