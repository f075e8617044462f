import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Row, Tables } from './tables.ts'

/** A place in a statement where a value comes later. */
class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

const slots: Slot[] = []

/** So many places for values. */
export const slotsFor = (count: number): readonly unknown[] => {
  while (slots.length < count) slots.push(new Slot(slots.length))
  return slots.slice(0, count)
}

/** A compiled statement with values in the places for them. */
export const filled = (compiled: CompiledQuery, values: readonly unknown[]): CompiledQuery<Row> => ({
  ...compiled,
  parameters: compiled.parameters.map((value) => (value instanceof Slot ? values[value.index] : value)),
})

/** A query built once per database; only its values change. */
export type Statement<Context> = (
  root: Kysely<Tables>,
  context: Context,
  values: readonly unknown[],
) => CompiledQuery<Row>

/**
 * Builds and compiles at the first use and never again: on the way of every session check the building costs more than the query.
 * The context is what the statement depends on beside the database, always the same one for one database.
 *
 * @example
 * const userById = statement((db, [id]) => db.selectFrom('users').selectAll().where('id', '=', id))
 */
export const statement = <Context>(
  build: (db: Kysely<Tables>, slots: readonly unknown[], context: Context) => Compilable,
): Statement<Context> => {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery>()
  return (root, context, values) => {
    const known = compiled.get(root) ?? build(root, slotsFor(8), context).compile()
    compiled.set(root, known)
    return filled(known, values)
  }
}
