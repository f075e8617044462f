import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import { makeMutex, type Mutex } from './mutex.ts'
import { retryOnConflict } from './retry.ts'
import type { Tables } from './tables.ts'

/** Whether the work of a scope is running, has succeeded, or is rolled back: it failed, timed out or had a conflict. */
export type ScopeState = 'open' | 'done' | 'rolledBack'

/** A transaction, or a savepoint within one. */
export interface Scope {
  readonly db: Kysely<Tables>
  /** Runs savepoints one after another. Two at once would roll back each other's work. */
  readonly nesting: Mutex
  readonly state: () => ScopeState
  /**
   * Records that the database rolled the transaction back in favor of another one, even if the work hides the error. No
   * statement follows: MariaDB and MySQL would commit it on its own.
   */
  readonly markConflict: (error: unknown) => void
}

/** Runs work in a transaction, or in a savepoint of the current one. */
export interface Transactions {
  /**
   * The transaction that the caller runs in, also when it uses the outer adapter. Code that still runs after its
   * transaction has succeeded is in none.
   */
  readonly current: () => Scope | undefined
  readonly run: <Value>(outer: Scope | undefined, work: (scope: Scope) => Promise<Value>) => Promise<Value>
}

const withTimeout = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the transaction took longer than ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Runs work as a scope. The scope counts as rolled back as soon as one around it is. */
const runScope = async <Value>(
  ambient: AsyncLocalStorage<Scope>,
  { db, markConflict, state: outerState }: Pick<Scope, 'db' | 'markConflict' | 'state'>,
  work: (scope: Scope) => Promise<Value>,
): Promise<Value> => {
  let own: ScopeState = 'open'
  const state = () => (outerState() === 'rolledBack' ? 'rolledBack' : own)
  const scope: Scope = { db, nesting: makeMutex(), state, markConflict }
  try {
    const value = await ambient.run(scope, () => work(scope))
    own = 'done'
    return value
  } catch (error) {
    own = 'rolledBack'
    throw error
  }
}

/**
 * Makes the transactions of a database.
 *
 * Work that uses the outer adapter by mistake joins its own transaction: on a single connection it would wait for itself
 * otherwise. Work that takes longer than `timeout` milliseconds is rolled back. Work that the database rolled back in
 * favor of another transaction is run again.
 */
export const makeTransactions = (root: Kysely<Tables>, engine: EngineRules, timeout: number): Transactions => {
  const ambient = new AsyncLocalStorage<Scope>()
  let savepoints = 0

  const begin = () => {
    const transaction = root.transaction()
    return engine.isolation === undefined ? transaction : transaction.setIsolationLevel(engine.isolation)
  }
  const runOnce = async <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    let conflict: { readonly error: unknown } | undefined
    let state: ScopeState = 'open'
    const markConflict = (error: unknown) => {
      conflict ??= { error }
      state = 'rolledBack'
    }
    const throwConflict = () => {
      if (conflict !== undefined) throw conflict.error
    }
    try {
      return await begin().execute((db) => {
        const outer = { db, markConflict, state: () => state }
        return runScope(ambient, outer, (scope) => withTimeout(work(scope), timeout)).finally(throwConflict)
      })
    } catch (error) {
      state = 'rolledBack'
      throw error
    }
  }
  // The conflict may be an error of the commit. If the connection is lost instead, the commit may have succeeded.
  const runOutermost = <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> =>
    retryOnConflict({ isConflict: engine.isConflict, timeout }, () => runOnce(work))

  const runNested = async <Value>(outer: Scope, work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    const { db, nesting } = outer
    const release = await nesting.lock()
    const name = `authwright_${(savepoints += 1)}`
    const execute = (command: string) => sql.raw(`${command} ${name}`).execute(db)
    const rollback = async (error: unknown): Promise<never> => {
      // After a conflict the savepoint is gone with the whole transaction. The first error says more.
      await execute('rollback to savepoint').then(
        () => execute('release savepoint'),
        () => undefined,
      )
      throw error
    }
    try {
      await execute('savepoint')
      const value = await runScope(ambient, outer, work).catch(rollback)
      await execute('release savepoint')
      return value
    } finally {
      release()
    }
  }
  return {
    current: () => {
      const scope = ambient.getStore()
      return scope?.state() === 'done' ? undefined : scope
    },
    run: (outer, work) => (outer === undefined ? runOutermost(work) : runNested(outer, work)),
  }
}
