import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Row, Tables } from './tables.ts'

/** A place in a statement where a value comes later. */
class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

const slots: readonly Slot[] = Array.from({ length: 6 }, (_, index) => new Slot(index))

/** A query built once per database; only its values change. */
export type Statement = (root: Kysely<Tables>, values: readonly unknown[]) => CompiledQuery<Row>

/**
 * Builds and compiles at the first use and never again: on the way of every session check the building costs more than the query.
 *
 * @example
 * const userById = statement((db, [id]) => db.selectFrom('users').selectAll().where('id', '=', id))
 */
export const statement = (build: (db: Kysely<Tables>, slots: readonly unknown[]) => Compilable): Statement => {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery>()
  return (root, values) => {
    const known = compiled.get(root) ?? build(root, slots).compile()
    compiled.set(root, known)
    const parameters = known.parameters.map((value) => (value instanceof Slot ? values[value.index] : value))
    return { ...known, parameters }
  }
}
