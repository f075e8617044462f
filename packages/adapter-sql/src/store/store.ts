import type { Kysely, QueryResult } from 'kysely'
import { UniqueViolation } from '../unique-violation.ts'
import type { Flavour } from './flavour.ts'
import type { Statement } from './statement.ts'
import { type Columns, columnsOf, type Row, type Tables } from './tables.ts'
import { makeTransactions, type Scope } from './transaction.ts'

/** What the adapter's methods stand on: a database, or a transaction of it. */
export interface Store {
  readonly flavour: Flavour
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Tells the owner something that is no error. */
  readonly note: (message: string) => void
  readonly run: (statement: Statement, ...values: readonly unknown[]) => Promise<QueryResult<Row>>
  /** Runs a query that is built anew because its columns vary. */
  readonly rows: (build: (db: Kysely<Tables>) => { execute(): Promise<Row[]> }) => Promise<Row[]>
  /** The columns of a table that are really there: those of the schema and those the application added. */
  readonly columns: (table: keyof typeof columnsOf) => Promise<Columns>
  readonly transaction: <Value>(work: (store: Store) => Promise<Value>) => Promise<Value>
}

/** What a store is made of. */
export interface StoreConfig {
  readonly root: Kysely<Tables>
  readonly flavour: Flavour
  readonly now: () => number
  readonly note: (message: string) => void
  /** Makes sure, before the first query, that the schema is there. Called again after it failed. */
  readonly prepare: () => Promise<void>
  /** How long a transaction may last, in milliseconds. */
  readonly transactionTimeout: number
}

const once = (work: () => Promise<void>): (() => Promise<void> | undefined) => {
  let running: Promise<void> | undefined
  let done = false
  const begin = async () => {
    try {
      await work()
      done = true
    } finally {
      running = undefined
    }
  }
  return () => (done ? undefined : (running ??= begin()))
}

/** A store over a database. */
export const makeStore = (config: StoreConfig): Store => {
  const { root, flavour, now, note } = config
  const transactions = makeTransactions(root, config.transactionTimeout)
  const prepared = once(config.prepare)
  const columns = new Map<string, Columns>()

  const bound = (fixed: Scope | undefined): Store => {
    const ask = async <Value>(question: (db: Kysely<Tables>) => Promise<Value>): Promise<Value> => {
      await prepared()
      const scope = fixed ?? transactions.current()
      try {
        return await question(scope?.db ?? root)
      } catch (error) {
        const constraint = flavour.violated(error)
        throw constraint === null ? error : new UniqueViolation(constraint, { cause: error })
      }
    }
    return {
      flavour,
      now,
      note,
      run: (statement, ...values) => ask((db) => db.executeQuery(statement(root, values))),
      rows: (build) => ask((db) => build(db).execute()),
      columns: async (table) => {
        const known = columns.get(table)
        if (known !== undefined) return known
        // Through the transaction if there is one: on a single connection nobody else gets an answer.
        const found = { ...(await ask((db) => flavour.inspect(db, table))), ...columnsOf[table] }
        columns.set(table, found)
        return found
      },
      transaction: async (work) => {
        await prepared()
        return transactions.run(fixed ?? transactions.current(), (scope) => work(bound(scope)))
      },
    }
  }
  return bound(undefined)
}
