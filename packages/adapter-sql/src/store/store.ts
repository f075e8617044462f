import type { Kysely } from 'kysely'
import { type Layout, resolveColumns } from '../layouts/layout.ts'
import { constraintOf, UniqueViolation } from '../unique-violation.ts'
import type { Flavour } from './flavour.ts'
import { once, whileGivingWay } from './patience.ts'
import { makeRows, type Rows } from './rows.ts'
import { makeShapes } from './shapes.ts'
import type { Statement } from './statement.ts'
import { type Columns, columnsOf, type Row, type TableName, type Tables } from './tables.ts'
import { makeTransactions, type Scope } from './transaction.ts'

/** What statements depend on beside the database. */
export interface Manner {
  readonly flavour: Flavour
  readonly layout: Layout
}

/** What the adapter's methods stand on: a database, or a transaction of it. */
export interface Store extends Rows, Manner {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Tells the owner something that is no error. */
  readonly note: (message: string) => void
  readonly run: (
    table: TableName,
    statement: Statement<Manner>,
    ...values: readonly unknown[]
  ) => Promise<readonly Row[]>
  /** Asks in words of one's own. */
  readonly ask: <Value>(table: TableName, question: (db: Kysely<Tables>) => Promise<Value>) => Promise<Value>
  /** The columns of a table that are really there: those of the schema and those the application added. */
  readonly columns: (table: TableName) => Promise<Columns>
  readonly transaction: <Value>(work: (store: Store) => Promise<Value>) => Promise<Value>
  /** In a transaction where there are any, and one after another where not. */
  readonly together: <Value>(work: (store: Store) => Promise<Value>) => Promise<Value>
}

/** What a store is made of. */
export interface StoreConfig extends Manner {
  readonly root: Kysely<Tables>
  readonly now: () => number
  readonly note: (message: string) => void
  /** Makes sure, before the first query, that the schema is there. Called again after it failed. */
  readonly prepare: () => Promise<void>
  /** How long a transaction may last, in milliseconds. */
  readonly transactionTimeout: number
}

/** A store over a database. */
export const makeStore = (config: StoreConfig): Store => {
  const { root, flavour, layout, now, note } = config
  const transactions = makeTransactions(root, flavour, config.transactionTimeout)
  const shapes = makeShapes(root, flavour)
  const prepared = once(config.prepare)
  const columns = new Map<TableName, Columns>()

  // Nobody adds to the other tables of our own, so nobody needs to look.
  const isExtended = (table: TableName) => layout.adopted || ['users', 'accounts', 'authenticators'].includes(table)

  const bound = (fixed: Scope | undefined): Store => {
    // A statement of a transaction that is over would be kept for good: on its connection it would stand alone.
    const part = (): Scope | undefined => {
      const scope = fixed ?? transactions.current()
      if (scope !== undefined && scope.state() !== 'open') throw new Error('the transaction is over')
      return scope
    }
    const ask = async <Value>(table: TableName, question: (db: Kysely<Tables>) => Promise<Value>): Promise<Value> => {
      await prepared()
      const scope = part()
      try {
        return scope === undefined ? await whileGivingWay(flavour, () => question(root)) : await question(scope.db)
      } catch (error) {
        if (flavour.gaveWay(error)) scope?.giveWay()
        const violated = flavour.violated(error)
        throw violated === null ? error : new UniqueViolation(constraintOf(table, violated), { cause: error })
      }
    }
    const transaction = async <Value>(work: (store: Store) => Promise<Value>): Promise<Value> => {
      await prepared()
      return transactions.run(part(), (scope) => work(bound(scope)))
    }
    return {
      ...makeRows(flavour, shapes, (table, query) => ask(table, (db) => db.executeQuery(query))),
      flavour,
      layout,
      now,
      note,
      ask,
      run: async (table, statement, ...values) =>
        (await ask(table, (db) => db.executeQuery(statement(root, config, values)))).rows,
      columns: async (table) => {
        const known = columns.get(table)
        if (known !== undefined) return known
        // Through the transaction if there is one: on a single connection nobody else gets an answer.
        const found = isExtended(table)
          ? await ask(table, (db) => flavour.inspect(db, layout.tables[table]))
          : undefined
        const resolved = found === undefined ? columnsOf[table] : resolveColumns(layout, table, found)
        columns.set(table, resolved)
        return resolved
      },
      transaction,
      together: (work) => (flavour.transactions ? transaction(work) : work(bound(fixed))),
    }
  }
  return bound(undefined)
}
