import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Row, Tables } from './tables.ts'

/** Stands in a compiled statement for a value that is bound later. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

const all: Placeholder[] = []

/** Makes a number of placeholders. */
export const placeholders = (count: number): readonly unknown[] => {
  while (all.length < count) all.push(new Placeholder(all.length))
  return all.slice(0, count)
}

/** A compiled statement that runs many times with other values, so that a client may prepare it. */
export interface ReusedQuery extends CompiledQuery<Row> {
  readonly isReused: true
}

/** Whether a statement runs many times with the same text. */
export const isReused = (query: CompiledQuery): boolean => 'isReused' in query

/** Puts values into the placeholders of a compiled statement. */
export const bindValues = (compiled: CompiledQuery, values: readonly unknown[]): ReusedQuery => ({
  query: compiled.query,
  queryId: compiled.queryId,
  sql: compiled.sql,
  parameters: compiled.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value)),
  isReused: true,
})

/** A query that is compiled once per database. Only its values change. */
export type Statement<Context> = (
  root: Kysely<Tables>,
  context: Context,
  values: readonly unknown[],
) => CompiledQuery<Row>

/** More than any statement needs. */
const PLACEHOLDERS = 8

/**
 * Makes a statement that is compiled at its first use: compiling costs more than running the query of a session check.
 * The context must be the same for all calls with one database.
 *
 * @example
 * const userById = statement((db, [id]) => db.selectFrom('users').selectAll().where('id', '=', id))
 */
export const statement = <Context>(
  build: (db: Kysely<Tables>, values: readonly unknown[], context: Context) => Compilable,
): Statement<Context> => {
  const cache = new WeakMap<Kysely<Tables>, CompiledQuery>()
  return (root, context, values) => {
    const compiled = cache.get(root) ?? build(root, placeholders(PLACEHOLDERS), context).compile()
    cache.set(root, compiled)
    return bindValues(compiled, values)
  }
}
