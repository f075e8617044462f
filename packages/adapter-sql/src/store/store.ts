import type { Kysely } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import { type DatabaseSchema, resolveColumns } from '../schemas/database-schema.ts'
import { constraintOf, UniqueViolation } from '../unique-violation.ts'
import { type ColumnNames, makeColumnCache } from './column-cache.ts'
import type { ReportMissing } from './report-missing.ts'
import { retryOnConflict } from './retry.ts'
import { makeRowQueries } from './row-queries.ts'
import { makeRows, type Rows } from './rows.ts'
import type { Scope } from './scope.ts'
import type { Statement } from './statement.ts'
import { type Columns, columnsOf, type Row, type TableName, type Tables } from './tables.ts'
import { makeTransactions } from './transaction.ts'

/** What a compiled statement depends on besides the database. */
export interface StatementContext {
  readonly engine: EngineRules
  readonly schema: DatabaseSchema
}

/** A database, or a transaction of it, as the adapter's methods use it. */
export interface Store extends Rows, StatementContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly reportMissing: ReportMissing
  readonly run: (
    table: TableName,
    statement: Statement<StatementContext>,
    ...values: readonly unknown[]
  ) => Promise<readonly Row[]>
  /** Runs a query that is not a `Statement`. `table` names the constraint if the query violates one. */
  readonly query: <Value>(table: TableName, work: (db: Kysely<Tables>) => Promise<Value>) => Promise<Value>
  /**
   * The columns that a table has in the database: those of the schema and those that the application added. They are read anew
   * for names that the table lacked before.
   */
  readonly columns: (table: TableName, names?: ColumnNames) => Promise<Columns>
  readonly transaction: <Value>(work: (store: Store) => Promise<Value>) => Promise<Value>
  /** Uses a transaction if the engine supports one. Otherwise the statements of `work` run one after another. */
  readonly inTransactionIfSupported: <Value>(work: (store: Store) => Promise<Value>) => Promise<Value>
}

/** What a store is made of. */
export interface StoreConfig extends StatementContext {
  readonly root: Kysely<Tables>
  readonly now: () => number
  readonly reportMissing: ReportMissing
  /** Checks or migrates the schema before the first query. Called again after a failure. */
  readonly prepare: () => Promise<void>
  /** The maximum duration of a transaction, in milliseconds. After that time, work is not run again either. */
  readonly transactionTimeout: number
}

/** Runs work at the first call only. Concurrent calls share the run, and a failed run is repeated by the next call. */
const runOnce = (work: () => Promise<void>): (() => Promise<void> | undefined) => {
  let running: Promise<void> | undefined
  let isDone = false
  const run = async () => {
    try {
      await work()
      isDone = true
    } finally {
      running = undefined
    }
  }
  return () => (isDone ? undefined : (running ??= run()))
}

/** Makes the store of a database. */
export const makeStore = (config: StoreConfig): Store => {
  const { root, engine, schema, now, reportMissing } = config
  const transactions = makeTransactions(root, engine, config.transactionTimeout)
  const retryRules = { isConflict: engine.isConflict, timeout: config.transactionTimeout }
  const rowQueries = makeRowQueries(root, engine)
  const prepare = runOnce(config.prepare)
  const findColumns = makeColumnCache()

  // The columns of the other tables of the default schema are known.
  const isExtensible = (table: TableName) =>
    schema.useExistingTables || ['users', 'accounts', 'authenticators'].includes(table)

  const makeScopedStore = (fixed: Scope | undefined): Store => {
    const openScope = (): Scope | undefined => {
      const scope = fixed ?? transactions.current()
      // On the connection of an ended transaction, the statement would be committed on its own.
      if (scope !== undefined && scope.state() !== 'open') throw new Error('the transaction is over')
      return scope
    }
    const query = async <Value>(table: TableName, work: (db: Kysely<Tables>) => Promise<Value>): Promise<Value> => {
      await prepare()
      const scope = openScope()
      const run = async () => {
        try {
          return await work(scope?.db ?? root)
        } catch (error) {
          const violated = engine.violatedConstraint(error)
          throw violated === null ? error : new UniqueViolation(constraintOf(table, violated), { cause: error })
        }
      }
      return scope === undefined ? retryOnConflict(retryRules, run) : scope.run(run)
    }
    const transaction = async <Value>(work: (store: Store) => Promise<Value>): Promise<Value> => {
      await prepare()
      return transactions.run(openScope(), (scope) => work(makeScopedStore(scope)))
    }
    return {
      ...makeRows(engine, rowQueries, (table, compiled) => query(table, (db) => db.executeQuery(compiled))),
      engine,
      schema,
      now,
      reportMissing,
      query,
      run: async (table, statement, ...values) =>
        (await query(table, (db) => db.executeQuery(statement(root, config, values)))).rows,
      columns: (table, names = { from: 'value', names: [] }) =>
        findColumns(table, names, async () =>
          // Goes through the current transaction: on a single connection, any other query would wait for it.
          isExtensible(table)
            ? resolveColumns(schema, table, await query(table, (db) => engine.inspect(db, schema.tables[table])))
            : columnsOf[table],
        ),
      transaction,
      inTransactionIfSupported: (work) =>
        engine.supportsTransactions ? transaction(work) : work(makeScopedStore(fixed)),
    }
  }
  return makeScopedStore(undefined)
}
